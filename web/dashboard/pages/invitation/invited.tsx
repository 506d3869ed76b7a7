import './invitation.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useText } from '../../words/messages.ts';
import { Facts } from './facts.tsx';
import { isClosed, previewOf } from './preview.ts';

/** The invitation's preview before signing in. */
export const Invited = ({ token, onSignIn }: { token: string; onSignIn: () => void }) => {
  const t = useText();
  const { data: invitation, error, refetch } = useQuery(previewOf(token));
  const title = invitation
    ? t('invitation.title', { workspace: invitation.workspace_name })
    : t(isClosed(error) ? 'invitation.closed' : 'invitation.loading');
  useEffect(() => {
    document.title = `${title} · Sidenote`;
  }, [title]);
  const button = (
    <button type="button" className="button primary large" onClick={onSignIn}>
      {t(invitation ? 'invitation.sign_in' : 'welcome.sign_in')}
    </button>
  );
  return (
    <>
      <h1 className="invited-title">{title}</h1>
      {!invitation && !error && <Skeleton lines={4} />}
      {isClosed(error) && <p className="lead">{t('invitation.closed.lead')}</p>}
      {error && !isClosed(error) && <ErrorNote error={error} retry={refetch} />}
      {invitation && (
        <>
          <p className="lead">{t('invitation.what')}</p>
          <Facts invitation={invitation} />
        </>
      )}
      {button}
    </>
  );
};
