import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../app/workspace.tsx';
import { useSession } from '../../session/sign-in.ts';
import { type Member, nameOf, useWorkspaceQueries } from '../workspace/data.ts';

type Person = Pick<Member, 'user_id' | 'name' | 'email'>;

/** Possible assignees. A GUEST can't see other members, so only themselves. */
export const usePeople = () => {
  const { workspace, me } = useWorkspace();
  const { person } = useSession();
  const isGuest = workspace.role === 'GUEST';
  const { data } = useQuery({ ...useWorkspaceQueries().members, enabled: !isGuest });
  const { name = '', email = '' } = person ?? {};
  const members: readonly Person[] | undefined = isGuest ? [{ user_id: me, name, email }] : data;
  const named = (members ?? []).map((one) => ({ id: one.user_id, name: nameOf(one) }));
  return {
    /** Whether the list has loaded. */
    areKnown: members !== undefined,
    me,
    others: named.filter(({ id }) => id !== me),
    nameOf: (userId: string) => named.find(({ id }) => id === userId)?.name,
  };
};
