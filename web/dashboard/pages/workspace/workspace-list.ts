import { useQueryClient } from '@tanstack/react-query';
import { chooseWorkspace, type Workspace, workspacesOf } from '../../app/workspace.tsx';
import { useSession } from '../../session/sign-in.ts';

/**
 * Changes the list of one's workspaces by hand: for a moment the service may still show it as it was before one of them
 * was made, joined or left.
 */
export const useWorkspaceList = () => {
  const queries = useQueryClient();
  const { person } = useSession();
  const { queryKey } = workspacesOf(person?.id ?? '');
  const change = (make: (items: Workspace[]) => Workspace[]) => {
    queries.setQueryData(queryKey, (before) => before && { ...before, items: make(before.items) });
    void queries.invalidateQueries({ queryKey: [...queryKey, 'deleted'] });
  };
  const put = (one: Workspace) =>
    change((items) =>
      items.some(({ id }) => id === one.id) ? items.map((it) => (it.id === one.id ? one : it)) : [one, ...items],
    );
  return {
    put,
    /** Puts it into the list and goes there. */
    enter: async (one: Workspace) => {
      await queries.cancelQueries();
      put(one);
      chooseWorkspace(one.id);
    },
    /** Takes it from the list and goes to one's own. */
    leave: async (gone: string) => {
      await queries.cancelQueries();
      chooseWorkspace('');
      change((items) => items.filter(({ id }) => id !== gone));
      queries.removeQueries({ queryKey: [gone] });
    },
  };
};
