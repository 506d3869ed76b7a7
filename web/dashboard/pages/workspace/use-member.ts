import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from '../../app/workspace.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { type Member, nameOf, type Role, useWorkspaceQueries } from './data.ts';

type Change = { role: Role } | { site_grants: string[] };

/** Changes a member's permissions, announces it and offers an undo. */
export const useMemberChange = () => {
  const t = useText();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useWorkspaceQueries().members;
  const patch = async ({ user_id }: Member, body: Change) => {
    const fresh = await service.patchMember({ ws_id: workspace.id, user_id, body });
    queries.setQueryData(queryKey, (all) => all?.map((one) => (one.user_id === fresh.user_id ? fresh : one)));
  };
  const said = (member: Member, change: Change) =>
    'role' in change
      ? t('members.role_is', { name: nameOf(member), role: t(`shell.role.${change.role}`) })
      : t('members.grants_are', { name: nameOf(member), count: change.site_grants.length });
  return useMutation({
    mutationFn: ({ member, to }: { member: Member; to: Change }) => patch(member, to),
    onSuccess: (_, { member, to }) => {
      const before = 'role' in to ? { role: member.role } : { site_grants: member.site_grants };
      notify(said(member, to), () => patch(member, before).catch(notifyError));
    },
    onError: notifyError,
  });
};
