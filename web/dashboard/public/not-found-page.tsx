import { Page } from '../kit/page.tsx';
import { t } from '../words/messages.ts';
import { useUnlisted } from './describe.ts';
import { PublicLink } from './public-link.tsx';

export const Missing = ({ title, hint }: { title?: string; hint?: string }) => {
  useUnlisted();
  return (
    <Page title={title ?? t('error.unknown_page')}>
      <div className="stack">
        <p>{hint ?? t('public.missing.hint')}</p>
        <p>
          <PublicLink to="/" className="button primary">
            {t('public.home')}
          </PublicLink>
        </p>
      </div>
    </Page>
  );
};

export const NoSuchPage = () => <Missing />;
