import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { Day, Time } from '../../kit/formats.tsx';
import { PagedList } from '../../kit/paged-list.tsx';
import { Link } from '../../kit/router/link.tsx';
import { useSearch } from '../../kit/router/router.ts';
import { EmptyState } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { isClosed } from '../invitation/preview.tsx';
import { type Invitation, useWorkspaceQueries } from './data.ts';
import { GrantedSites, useLiveGrants } from './grants.tsx';
import { InviteForm } from './invite-form.tsx';
import { RoleTag } from './member-row.tsx';
import { INVITATION_STATES, readWorkspaceSearch } from './search.ts';

const States = () => {
  const { status = 'open' } = useSearch(readWorkspaceSearch);
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
        >
          {t(`invitation.state.${one}`)}
        </Link>
      ))}
    </nav>
  );
};

const TONES = { pending: '', sent: 'good', failed: 'warn', suppressed: 'warn' } as const;

const useInvitationActions = () => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const liveGrants = useLiveGrants();
  const again = () => queries.invalidateQueries({ queryKey: [workspace.id, 'invitations'] });
  /** It may have been used or have expired since the list was loaded. */
  const notifyRefusal = (error: unknown, email: string) => {
    if (!isClosed(error)) return notifyError(error);
    void again();
    notify(t('invitation.no_longer', { email }));
  };
  const send = useMutation({
    mutationFn: ({
      invitation: { token, email, role, site_grants },
      isNew,
    }: {
      invitation: Invitation;
      isNew: boolean;
    }) =>
      isNew
        ? service.createInvitation({ ws_id: workspace.id, body: { email, role, site_grants: liveGrants(site_grants) } })
        : service.resendInvitation({ ws_id: workspace.id, token }),
    onSuccess: async ({ email, mail_status }, { isNew }) => {
      const sent = isNew ? 'invitation.again.done' : 'invitation.resent';
      notify(t(mail_status === 'suppressed' ? 'invitation.resend.suppressed' : sent, { email }));
      await again();
    },
    onError: (error, { invitation }) => notifyRefusal(error, invitation.email),
  });
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
  return { send, revoke };
};

interface RowProps {
  invitation: Invitation;
  actions: ReturnType<typeof useInvitationActions>;
}

const Actions = ({ invitation: one, actions: { send, revoke } }: RowProps) => {
  const isSending = send.isPending && send.variables.invitation.id === one.id;
  if (one.status === 'accepted') return null;
  const isNew = one.status !== 'open';
  const label = t(isNew ? 'invitation.again' : 'common.send_again');
  return (
    <div className="row tight member-do">
      {!isNew && one.link && <CopyButton text={one.link} label={t('common.copy_link')} of={one.email} />}
      <Button
        aria-label={`${label}: ${one.email}`}
        disabled={isSending}
        onClick={() => send.mutate({ invitation: one, isNew })}
      >
        {label}
      </Button>
      {!isNew && (
        <AskFirst
          label={t('common.revoke')}
          of={one.email}
          title={t('invitation.revoke.title', { email: one.email })}
          run={() => revoke(one)}
        >
          <p>{t('invitation.revoke.what')}</p>
        </AskFirst>
      )}
    </div>
  );
};

const InvitationRow = ({ invitation: one, actions }: RowProps) => {
  const { workspace } = useWorkspace();
  const isOpen = one.status === 'open';
  const { mail_status } = one;
  const undelivered = isOpen && (mail_status === 'suppressed' || mail_status === 'failed') && mail_status;
  return (
    <li className="row spread person member">
      <div className="member-who">
        <strong>{one.email}</strong> <RoleTag role={one.role} />{' '}
        {isOpen ? (
          <span className={`tag ${TONES[mail_status]}`}>{t(`invitation.mail.${mail_status}`)}</span>
        ) : (
          <span className="tag">{t(`invitation.state.${one.status}`)}</span>
        )}
        <p className="fine">
          {t('invitation.invited_by', { name: one.invited_by_name || t('common.someone') })}{' '}
          <Time at={one.created_at} />
          {(isOpen || one.status === 'expired') && (
            <>
              {' · '}
              {t(isOpen ? 'invitation.until' : 'invitation.ended')} <Day at={one.expires_at} isExact />
            </>
          )}
        </p>
        {one.role === 'GUEST' && (
          <p className="fine">
            <GrantedSites grants={one.site_grants} />
          </p>
        )}
        {undelivered && <p className="callout">{t(`invitation.mail.${undelivered}.hint`)}</p>}
      </div>
      {workspace.role === 'OWNER' && <Actions invitation={one} actions={actions} />}
    </li>
  );
};

export const InvitationsTab = () => {
  const { workspace } = useWorkspace();
  const { status = 'open' } = useSearch(readWorkspaceSearch);
  const list = useInfiniteQuery(useWorkspaceQueries().invitations(status));
  const actions = useInvitationActions();
  const isOwner = workspace.role === 'OWNER';
  const empty = (
    <EmptyState title={t('invitation.none')}>
      {t(status === 'open' ? 'invitation.none.open' : 'invitation.none.other')}
    </EmptyState>
  );
  return (
    <div className={isOwner ? 'beside' : 'stack'}>
      {isOwner ? <InviteForm /> : <p className="soft">{t('invitation.owners_only')}</p>}
      <Card title={t('workspace.tab.invitations')}>
        <States />
        <PagedList list={list} className="people" lines={4} empty={empty}>
          {(one) => <InvitationRow key={one.id} invitation={one} actions={actions} />}
        </PagedList>
      </Card>
    </div>
  );
};
