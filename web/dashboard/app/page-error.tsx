import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ErrorNote } from '../kit/error-note.tsx';
import { Page } from '../kit/page.tsx';
import { useText } from '../words/messages.ts';

/** Replaces a page that failed to render; the navigation stays. */
export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const retry = () => {
    // A browser may cache a failed code fetch: only a reload tries again.
    if (error instanceof TypeError && /import|module script/i.test(error.message)) return location.reload();
    reset();
    void router.invalidate();
  };
  return <ErrorNote error={error} retry={retry} page />;
};

export const NoSuchPage = () => {
  const t = useText();
  return (
    <Page title={t('error.unknown_page')}>
      <div className="stack">
        <p>{t('error.unknown_page.hint')}</p>
        <p>
          <Link to="/inbox" className="button primary">
            {t('shell.inbox')}
          </Link>
        </p>
      </div>
    </Page>
  );
};
