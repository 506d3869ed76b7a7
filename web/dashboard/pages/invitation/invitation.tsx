import './invitation.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../client/index.ts';
import { Button } from '../../kit/button.tsx';
import { Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { navigate, useParams } from '../../kit/router/router.ts';
import { ErrorNote, PageSkeleton, Waiting } from '../../kit/states.tsx';
import { notify } from '../../kit/toast.ts';
import { leave } from '../../session/leave.ts';
import { serviceFor } from '../../session/service.ts';
import { signOutHere, useSession } from '../../session/sign-in.ts';
import { chooseWorkspace, type Workspace, workspacesOf } from '../../session/workspace.tsx';
import { useWorkspaceList } from '../../session/workspace-list.ts';
import { t } from '../../words/messages.ts';
import { matchesHint } from './matches-hint.ts';
import { Facts, isClosed, type Preview, previewOf } from './preview.tsx';
import { workspaceOfToken } from './workspace-of-token.ts';

/** They have followed the link before. */
const AlreadyIn = ({ workspace }: { workspace: Workspace }) => {
  const open = () => {
    chooseWorkspace(workspace.id);
    void navigate({ to: '/inbox', replace: true });
  };
  return (
    <Page title={t('invitation.already_in', { workspace: workspace.name })}>
      <Button look="primary" onClick={open}>
        {t('invitation.open', { workspace: workspace.name })}
      </Button>
    </Page>
  );
};

const Closed = ({ token, error }: { token: string; error: unknown }) => {
  const { person } = useSession();
  // The person may have joined in another tab.
  const { data, isFetchedAfterMount } = useQuery({ ...workspacesOf(person?.id ?? ''), refetchOnMount: 'always' });
  if (!isFetchedAfterMount) return <PageSkeleton />;
  const joined = data?.items.find(({ id }) => id === workspaceOfToken(token));
  if (joined) return <AlreadyIn workspace={joined} />;
  const reason = error instanceof ApiError ? error.reason : undefined;
  const why = reason === 'accepted' || reason === 'revoked' ? (`closed.${reason}` as const) : 'closed.lead';
  return (
    <Page title={t('invitation.closed')}>
      <div className="stack narrow">
        <p>{t(`invitation.${why}`)}</p>
        <p>{t('invitation.closed.joined', { email: person?.email ?? '' })}</p>
        <Link to="/inbox" className="button primary">
          {t('shell.go_inbox')}
        </Link>
      </div>
    </Page>
  );
};

const useJoin = (token: string) => {
  const list = useWorkspaceList();
  return useMutation({
    mutationFn: async () => {
      const { workspace_id } = await serviceFor().acceptInvitation({ body: { token } });
      return serviceFor().getWorkspace({ ws_id: workspace_id });
    },
    onSuccess: async (workspace) => {
      await list.enter(workspace);
      await navigate({ to: '/inbox', replace: true });
      notify(t('invitation.joined', { workspace: workspace.name }));
    },
  });
};

const Open = ({ token, invitation }: { token: string; invitation: Preview }) => {
  const { person } = useSession();
  const join = useJoin(token);
  const email = person?.email ?? '';
  const refusal = join.error instanceof ApiError ? join.error.reason : undefined;
  const isOther = refusal === 'other_address' || !matchesHint(email, invitation.email_hint);
  const isUnverified = refusal === 'unverified_address';
  if (isClosed(join.error)) return <Closed token={token} error={join.error} />;
  return (
    <Page title={t('invitation.title', { workspace: invitation.workspace_name })}>
      <div className="card stack narrow">
        <Facts invitation={invitation} />
        {isOther && <p className="callout">{t('invitation.other', { email, invited: invitation.email_hint })}</p>}
        {!isOther && <p className="soft">{t('invitation.signed_in_as', { email })}</p>}
        {isUnverified && <p className="callout">{t('invitation.unverified', { email })}</p>}
        {join.error && !isOther && !isUnverified && <ErrorNote error={join.error} />}
        <div className="row">
          {isOther ? (
            <Button look="primary" onClick={() => void leave(signOutHere)}>
              {t('invitation.switch', { invited: invitation.email_hint })}
            </Button>
          ) : (
            <>
              <Button look="primary" disabled={join.isPending} onClick={() => join.mutate()}>
                {t('invitation.join', { workspace: invitation.workspace_name })}
              </Button>
              <Button look="quiet" onClick={() => void leave(signOutHere)}>
                {t('invitation.not_me')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Page>
  );
};

export const InvitationPage = () => {
  const { token } = useParams('/invitations/$token');
  const query = useQuery(previewOf(token));
  if (isClosed(query.error)) return <Closed token={token} error={query.error} />;
  if (query.error || !query.data) return <Waiting query={query} />;
  return <Open token={token} invitation={query.data} />;
};
