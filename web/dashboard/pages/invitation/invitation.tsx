import './invitation.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../../client/index.ts';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Page } from '../../kit/page.tsx';
import { PageSkeleton } from '../../kit/skeleton.tsx';
import { notify } from '../../kit/toast.ts';
import { serviceFor } from '../../session/service.ts';
import { signOutHere, useSession } from '../../session/sign-in.ts';
import { type MessageKey, useText } from '../../words/messages.ts';
import { useWorkspaceList } from '../workspace/workspace-list.ts';
import { Facts } from './facts.tsx';
import { isClosed, type Preview, previewOf } from './preview.ts';

const route = getRouteApi('/invitations/$token');

/** Whether an address matches the masked one. */
const mayBe = (email: string, hint: string): boolean => {
  const [start = '', end = ''] = hint.toLowerCase().split('•••');
  const own = email.toLowerCase();
  return own.startsWith(start) && own.endsWith(end);
};

const WHY = {
  accepted: 'invitation.closed.accepted',
  revoked: 'invitation.closed.revoked',
} as const satisfies Record<string, MessageKey>;

/** Says why a link doesn't work, as far as the service tells, and what to do. */
const Closed = ({ error }: { error: unknown }) => {
  const t = useText();
  const reason = error instanceof ApiError ? error.reason : undefined;
  const why = reason === 'accepted' || reason === 'revoked' ? WHY[reason] : 'invitation.closed.lead';
  return (
    <Page title={t('invitation.closed')}>
      <div className="stack narrow">
        <p>{t(why)}</p>
        <p>{t('invitation.closed.joined')}</p>
        <div>
          <Link to="/inbox" className="button primary">
            {t('invitation.closed.inbox')}
          </Link>
        </div>
      </div>
    </Page>
  );
};

const useJoin = (token: string) => {
  const t = useText();
  const navigate = useNavigate();
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
  const t = useText();
  const { person } = useSession();
  const join = useJoin(token);
  const email = person?.email ?? '';
  const refusal = join.error instanceof ApiError ? join.error.reason : undefined;
  const isOther = refusal === 'other_address' || !mayBe(email, invitation.email_hint);
  const isUnverified = refusal === 'unverified_address';
  const another = (label: string, look: string) => (
    <button type="button" className={`button ${look}`} onClick={signOutHere}>
      {label}
    </button>
  );
  if (isClosed(join.error)) return <Closed error={join.error} />;
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
            another(t('invitation.switch', { invited: invitation.email_hint }), 'primary')
          ) : (
            <>
              <button type="button" className="button primary" disabled={join.isPending} onClick={() => join.mutate()}>
                {t('invitation.join', { workspace: invitation.workspace_name })}
              </button>
              {another(t('invitation.not_me'), 'quiet')}
            </>
          )}
        </div>
      </div>
    </Page>
  );
};

/** The page that an invitation email links to, once signed in. */
export const InvitationPage = () => {
  const { token } = route.useParams();
  const { data: invitation, error, refetch } = useQuery(previewOf(token));
  if (isClosed(error)) return <Closed error={error} />;
  if (error) return <ErrorNote error={error} retry={refetch} page />;
  return invitation ? <Open token={token} invitation={invitation} /> : <PageSkeleton />;
};
