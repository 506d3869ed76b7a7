import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { Client, OutputOf } from '../../client/index.ts';
import { ErrorNote } from '../kit/error-note.tsx';
import { PageSkeleton } from '../kit/skeleton.tsx';
import { serviceFor } from '../session/service.ts';
import { useSession } from '../session/sign-in.ts';

export type Workspace = OutputOf<'listWorkspaces'>['items'][number];

interface Chosen {
  workspace: Workspace;
  workspaces: readonly Workspace[];
  /** The service as this workspace sees it. */
  service: Client;
}

const STORED = 'sidenote.workspace';
const listeners = new Set<() => void>();

export const chooseWorkspace = (id: string): void => {
  localStorage.setItem(STORED, id);
  for (const told of listeners) told();
};

const subscribe = (told: () => void) => {
  listeners.add(told);
  return () => listeners.delete(told);
};
const storedId = () => localStorage.getItem(STORED) ?? '';

const Context = createContext<Chosen | undefined>(undefined);

/** Queries of a workspace begin with its id: `[workspace.id, 'sites']`. */
export const useWorkspace = (): Chosen => {
  const chosen = use(Context);
  if (!chosen) throw new Error('useWorkspace stands outside of WorkspaceGate.');
  return chosen;
};

/** Shows what is inside once it is known which workspace is meant: the last one, else the person's own. */
export const WorkspaceGate = ({ children }: { children: ReactNode }) => {
  const { person } = useSession();
  const stored = useSyncExternalStore(subscribe, storedId);
  const { data, error, refetch } = useQuery({
    queryKey: ['workspaces', person?.id],
    queryFn: ({ signal }) => serviceFor().listWorkspaces({}, { signal }),
    staleTime: 60_000,
  });
  if (error) return <ErrorNote error={error} retry={refetch} page />;
  if (!data) return <PageSkeleton />;
  const workspaces = data.items;
  const workspace =
    workspaces.find(({ id }) => id === stored) ?? workspaces.find(({ personal }) => personal) ?? workspaces[0];
  if (!workspace) return <ErrorNote error={new Error('You belong to no workspace.')} retry={refetch} page />;
  return <Context value={{ workspace, workspaces, service: serviceFor(workspace.id) }}>{children}</Context>;
};
