import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Form, Select } from '../../kit/form.tsx';
import { Time } from '../../kit/formats.tsx';
import { refetchIfGone } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { type Member, ROLES, type Role, useWorkspaceQueries } from './data.ts';
import { GrantedSites, GrantPicker, useLiveGrants } from './grants.tsx';
import { nameOf } from './member-name.ts';

export const RoleTag = ({ role }: { role: Role }) => (
  <span className={role === 'OWNER' ? 'tag accent' : 'tag'}>{t(`shell.role.${role}`)}</span>
);

type Change = { role: Role } | { site_grants: string[] };

const useMemberChange = () => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useWorkspaceQueries().members;
  const liveGrants = useLiveGrants();
  const patch = async ({ user_id }: Member, body: Change) => {
    const fresh = await service.patchMember({ ws_id: workspace.id, user_id, body }).catch(async (error: unknown) => {
      await refetchIfGone(queries, queryKey)(error);
      throw error;
    });
    queries.setQueryData(queryKey, (all) => all?.map((one) => (one.user_id === fresh.user_id ? fresh : one)));
  };
  const said = (member: Member, change: Change) =>
    'role' in change
      ? t('members.role_is', { name: nameOf(member), role: t(`shell.role.${change.role}`) })
      : t('members.grants_are', { name: nameOf(member), count: change.site_grants.length });
  return useMutation({
    mutationFn: ({ member, to }: { member: Member; to: Change }) => patch(member, to),
    onSuccess: (_, { member, to }) => {
      const before = 'role' in to ? { role: member.role } : { site_grants: liveGrants(member.site_grants) };
      notify(said(member, to), () => patch(member, before).catch(notifyError));
    },
    onError: notifyError,
  });
};

const Grants = ({ member, wasAsked, onDone }: { member: Member; wasAsked: boolean; onDone: () => void }) => {
  const [chosen, setChosen] = useState<string[]>(member.site_grants);
  const { mutate, isPending } = useMemberChange();
  return (
    <Form
      className="grants-form stack"
      action={t('common.save')}
      isDisabled={isPending}
      onSubmit={() => mutate({ member, to: { site_grants: chosen } }, { onSuccess: onDone })}
      onCancel={onDone}
    >
      <GrantPicker chosen={chosen} onChange={setChosen} autoFocus={wasAsked} />
    </Form>
  );
};

const RoleSelect = ({ member, onGuest }: { member: Member; onGuest: () => void }) => {
  const { mutate, isPending } = useMemberChange();
  return (
    <Select
      aria-label={t('members.role_of', { name: nameOf(member) })}
      value={member.role}
      disabled={isPending}
      onChange={(role) => mutate({ member, to: { role } }, { onSuccess: () => role === 'GUEST' && onGuest() })}
      options={ROLES.map((role) => [role, t(`shell.role.${role}`)])}
    />
  );
};

interface Props {
  member: Member;
  isMe: boolean;
  mayChange: boolean;
  onRemove: () => void;
}

export const MemberRow = ({ member, isMe, mayChange, onRemove }: Props) => {
  const [picking, setPicking] = useState<'asked' | 'with role'>();
  const name = nameOf(member);
  return (
    <li className="row spread person member">
      <div className="member-who">
        <strong>{name}</strong> {isMe && <span className="tag good">{t('members.you')}</span>}
        <p className="fine">
          {name !== member.email && `${member.email} · `}
          {t('members.joined')} <Time at={member.created_at} />
        </p>
        {member.role === 'GUEST' && !picking && (
          <p className="fine">
            <GrantedSites grants={member.site_grants} /> {mayChange && '· '}
            {mayChange && (
              <button
                type="button"
                className="link"
                aria-label={`${t('members.grants.choose')}: ${name}`}
                onClick={() => setPicking('asked')}
              >
                {t('members.grants.choose')}
              </button>
            )}
          </p>
        )}
      </div>
      {mayChange ? (
        <div className="row tight member-do">
          <RoleSelect member={member} onGuest={() => setPicking('with role')} />
          <Button look="danger-quiet" aria-label={`${t('members.remove')}: ${name}`} onClick={onRemove}>
            {t('members.remove')}
          </Button>
        </div>
      ) : (
        <RoleTag role={member.role} />
      )}
      {picking && member.role === 'GUEST' && (
        <Grants member={member} wasAsked={picking === 'asked'} onDone={() => setPicking(undefined)} />
      )}
    </li>
  );
};
