import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { useSession } from '../../session/sign-in.ts';
import { type Member, useWorkspaceQueries } from '../workspace/data.ts';

type Somebody = Pick<Member, 'user_id' | 'name' | 'email'>;

/** Who may be told to take care of a note. A GUEST may not know the others: then it is they alone. */
export const usePeople = () => {
  const { workspace, me } = useWorkspace();
  const { person } = useSession();
  const isGuest = workspace.role === 'GUEST';
  const { data } = useQuery({ ...useWorkspaceQueries().members, enabled: !isGuest });
  const { name = '', email = '' } = person ?? {};
  const members: readonly Somebody[] | undefined = useMemo(
    () => (isGuest ? [{ user_id: me, name, email }] : data),
    [isGuest, me, name, email, data],
  );
  const nameOf = (userId: string) => {
    const member = members?.find(({ user_id }) => user_id === userId);
    return member && (member.name || member.email);
  };
  return { members, me, nameOf };
};
