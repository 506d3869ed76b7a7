import './invitation.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../kit/button.tsx';
import { ErrorNote, Skeleton } from '../../kit/states.tsx';
import { t } from '../../words/messages.ts';
import { Facts, isClosed, previewOf } from './preview.tsx';

export const Invited = ({ token, onSignIn }: { token: string; onSignIn: () => void }) => {
  const { data: invitation, error, refetch } = useQuery(previewOf(token));
  const title = invitation
    ? t('invitation.title', { workspace: invitation.workspace_name })
    : t(isClosed(error) ? 'invitation.closed' : 'invitation.loading');
  useEffect(() => {
    document.title = `${title} · Sidenote`;
  }, [title]);
  return (
    <>
      <h1 className="invited-title">{title}</h1>
      {!invitation && !error && <Skeleton lines={4} />}
      {isClosed(error) && (
        <>
          <p className="lead">{t('invitation.closed.lead')}</p>
          <p className="soft">{t('invitation.closed.sign_in')}</p>
        </>
      )}
      {error && !isClosed(error) && <ErrorNote error={error} retry={refetch} />}
      {invitation && (
        <>
          <p className="lead">{t('invitation.what')}</p>
          <Facts invitation={invitation} />
        </>
      )}
      <Button look="primary large" onClick={onSignIn}>
        {t(invitation ? 'invitation.sign_in' : 'welcome.sign_in')}
      </Button>
    </>
  );
};
