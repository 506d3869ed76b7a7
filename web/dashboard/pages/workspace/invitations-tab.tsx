import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { MoreButton } from '../../kit/more-button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { isClosed } from '../invitation/preview.ts';
import { type Invitation, useWorkspaceQueries } from './data.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteForm } from './invite-form.tsx';
import { INVITATION_STATES } from './search.ts';

const route = getRouteApi('/workspace');

const States = () => {
  const t = useText();
  const { status = 'open' } = route.useSearch();
  return (
    <nav className="states" aria-label={t('invitation.states')}>
      {INVITATION_STATES.map((one) => (
        <Link
          key={one}
          to="/workspace"
          search={{ tab: 'invitations', ...(one !== 'open' && { status: one }) }}
          replace
          resetScroll={false}
          aria-current={one === status ? 'true' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t(`invitation.state.${one}`)}
        </Link>
      ))}
    </nav>
  );
};

const List = () => {
  const t = useText();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { status = 'open' } = route.useSearch();
  const list = useInfiniteQuery(useWorkspaceQueries().invitations(status));
  const [revoking, setRevoking] = useState<Invitation>();
  const again = () => queries.invalidateQueries({ queryKey: [workspace.id, 'invitations'] });
  /** It may have been used or have expired since the list was loaded. */
  const notifyRefusal = (error: unknown, email: string) => {
    if (!isClosed(error)) return notifyError(error);
    void again();
    notify(t('invitation.no_longer', { email }));
  };
  const resend = useMutation({
    mutationFn: ({ token }: Invitation) => service.resendInvitation({ ws_id: workspace.id, token }),
    onSuccess: async ({ email, mail_status }) => {
      notify(t(mail_status === 'suppressed' ? 'invitation.resend.suppressed' : 'invitation.resent', { email }));
      await again();
    },
    onError: (error, { email }) => notifyRefusal(error, email),
  });
  const inviteAgain = useMutation({
    mutationFn: ({ email, role, site_grants }: Invitation) =>
      service.createInvitation({ ws_id: workspace.id, body: { email, role, site_grants } }),
    onSuccess: async ({ email, mail_status }) => {
      notify(t(mail_status === 'suppressed' ? 'invitation.resend.suppressed' : 'invitation.again.done', { email }));
      await again();
    },
    onError: (error, { email }) => notifyRefusal(error, email),
  });
  const isSending = ({ id }: Invitation) =>
    [resend, inviteAgain].some(({ isPending, variables }) => isPending && variables.id === id);
  const revoke = async ({ token, email }: Invitation) => {
    try {
      await service.revokeInvitation({ ws_id: workspace.id, token });
    } catch (error) {
      if (isClosed(error)) return notifyRefusal(error, email);
      throw error;
    }
    await again();
    notify(t('invitation.revoked', { email }));
  };
  if (!list.data) return list.error ? <ErrorNote error={list.error} retry={list.refetch} /> : <Skeleton lines={4} />;
  const invitations = list.data.pages.flatMap(({ items }) => items);
  return (
    <>
      {invitations.length === 0 && !list.hasNextPage && (
        <EmptyState title={t('invitation.none')}>
          <p>{t(status === 'open' ? 'invitation.none.open' : 'invitation.none.other')}</p>
        </EmptyState>
      )}
      <ul className="people">
        {invitations.map((one) => (
          <InvitationRow
            key={one.id}
            invitation={one}
            mayChange={workspace.role === 'OWNER'}
            isSending={isSending(one)}
            onResend={() => resend.mutate(one)}
            onInviteAgain={() => inviteAgain.mutate(one)}
            onRevoke={() => setRevoking(one)}
          />
        ))}
      </ul>
      <MoreButton list={list} />
      {revoking && (
        <Confirm
          title={t('invitation.revoke.title', { email: revoking.email })}
          action={t('invitation.revoke')}
          run={() => revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <p>{t('invitation.revoke.what')}</p>
        </Confirm>
      )}
    </>
  );
};

export const InvitationsTab = () => {
  const t = useText();
  const { workspace } = useWorkspace();
  const isOwner = workspace.role === 'OWNER';
  return (
    <div className={isOwner ? 'beside' : 'stack'}>
      {isOwner ? <InviteForm /> : <p className="soft">{t('invitation.owners_only')}</p>}
      <section className="card stack">
        <h2>{t('invitation.list')}</h2>
        <States />
        <List />
      </section>
    </div>
  );
};
