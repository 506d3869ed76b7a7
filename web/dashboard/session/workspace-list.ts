import { useQueryClient } from '@tanstack/react-query';
import { useSession } from './sign-in.ts';
import { chooseWorkspace, type Workspace, workspacesOf } from './workspace.tsx';

/** Updates the cached list of workspaces: right after one was created, joined or left, the service can still return the old list. */
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
    enter: async (one: Workspace) => {
      await queries.cancelQueries();
      put(one);
      chooseWorkspace(one.id);
    },
    leave: async (gone: string) => {
      await queries.cancelQueries();
      chooseWorkspace('');
      change((items) => items.filter(({ id }) => id !== gone));
      queries.removeQueries({ queryKey: [gone] });
    },
  };
};
