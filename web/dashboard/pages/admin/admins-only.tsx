import type { ReactNode } from 'react';
import { Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useSession } from '../../session/sign-in.ts';
import { t } from '../../words/messages.ts';

/** The service refuses everyone else anyway; this says why. */
export const AdminsOnly = ({ children }: { children: ReactNode }) => {
  const { person } = useSession();
  if (person?.isAdmin) return children;
  return (
    <Page title={t('shell.admin')}>
      <EmptyState
        title={t('admin.only')}
        action={
          <Link to="/inbox" className="button primary">
            {t('shell.go_inbox')}
          </Link>
        }
      >
        <p>{t('admin.only.lead')}</p>
      </EmptyState>
    </Page>
  );
};
