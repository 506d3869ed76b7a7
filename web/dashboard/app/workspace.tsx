import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { Client } from '../../client/index.ts';
import { ErrorNote } from '../kit/error-note.tsx';
import { PageSkeleton } from '../kit/skeleton.tsx';
import { useTurn } from '../kit/turn.ts';
import { serviceFor } from '../session/service.ts';
import { useSession } from '../session/sign-in.ts';
import { chooseFrom, storedWorkspace, storeWorkspace, type Workspace } from './choose-workspace.ts';
import { useText } from './messages.ts';

export type { Workspace };

interface Chosen {
  /** The person's own id, as members, assignees and the audit log have it; the session's is the sign-in's. */
  me: string;
  workspace: Workspace;
  workspaces: readonly Workspace[];
  /** The service as this workspace sees it. */
  service: Client;
}

const listeners = new Set<() => void>();

export const chooseWorkspace = (id: string): void => {
  storeWorkspace(id);
  for (const told of listeners) told();
};

const subscribe = (told: () => void) => {
  listeners.add(told);
  return () => listeners.delete(told);
};

const Context = createContext<Chosen | undefined>(undefined);

/** Queries of a workspace begin with its id: `[workspace.id, 'sites']`. */
export const useWorkspace = (): Chosen => {
  const chosen = use(Context);
  if (!chosen) throw new Error('useWorkspace stands outside of WorkspaceGate.');
  return chosen;
};

/** The workspaces that somebody belongs to. */
export const workspacesOf = (personId: string) =>
  queryOptions({
    queryKey: ['workspaces', personId],
    queryFn: ({ signal }) => serviceFor().listWorkspaces({}, { signal }),
    staleTime: 60_000,
  });

/** Shows what is inside once it is known which workspace is meant: the last one, else the person's own. */
export const WorkspaceGate = ({ children }: { children: ReactNode }) => {
  const t = useText();
  const { person } = useSession();
  const stored = useSyncExternalStore(subscribe, storedWorkspace);
  const { data, error, refetch } = useQuery(workspacesOf(person?.id ?? ''));
  const hasTurn = useTurn(data !== undefined);
  if (!data || !hasTurn) return error ? <ErrorNote error={error} retry={refetch} page /> : <PageSkeleton />;
  const workspaces = data.items;
  const workspace = chooseFrom(workspaces, stored);
  if (!workspace) return <ErrorNote error={new Error(t('error.no_workspace'))} retry={refetch} page />;
  return (
    <Context value={{ me: data.user_id, workspace, workspaces, service: serviceFor(workspace.id) }}>{children}</Context>
  );
};
