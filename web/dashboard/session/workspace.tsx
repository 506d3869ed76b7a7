import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, type Client } from '../../client/index.ts';
import { useIsDeferred } from '../kit/deferred.ts';
import { makeListeners } from '../kit/listeners.ts';
import { isOfLastVisit } from '../kit/of-last-visit.ts';
import { ErrorNote, PageSkeleton } from '../kit/states.tsx';
import { keepStored, readStored } from '../kit/stored.ts';
import { setTimeZone } from '../kit/time-zone.ts';
import { offerLocale, t } from '../words/messages.ts';
import { chooseFrom, ownOf, storedWorkspace, storeWorkspace, type Workspace } from './choose-workspace.ts';
import { onRefused, serviceFor } from './service.ts';
import { useSession } from './sign-in.ts';

export type { Workspace };

interface Chosen {
  /** The user's ID in members, assignees and the audit log; the session's ID is the sign-in provider's. */
  me: string;
  /** The user's display name, empty if there is none. */
  name: string;
  workspace: Workspace;
  workspaces: readonly Workspace[];
  /** It is the user's personal workspace. */
  isOwn: boolean;
  /** The workspace was deleted, or the user removed, while it was open. */
  isLost: boolean;
  service: Client;
}

const { subscribe, tell } = makeListeners();

const OFFERED = 'sidenote.workspace.offered';

const offeredWorkspace = (): string => sessionStorage.getItem(OFFERED) ?? '';

/** Chosen if the user is in it. Stored, because they may have to sign in first. */
export const offerWorkspace = (id: string): void => {
  sessionStorage.setItem(OFFERED, id);
  tell();
};

export const chooseWorkspace = (id: string): void => {
  sessionStorage.removeItem(OFFERED);
  storeWorkspace(id);
  tell();
};

const Context = createContext<Chosen | undefined>(undefined);

/** Query keys of a workspace start with its ID: `[workspace.id, 'sites']`. */
export const useWorkspace = (): Chosen => {
  const chosen = use(Context);
  if (!chosen) throw new Error('useWorkspace must be used inside WorkspaceGate.');
  return chosen;
};

export const workspacesOf = (personId: string) =>
  queryOptions({
    queryKey: ['workspaces', personId],
    queryFn: ({ signal }) => serviceFor().listWorkspaces({}, { signal }),
    staleTime: 60_000,
  });

const ASKED_AGAIN_MS = 5000;

/** A refusal can mean that the user's role or grants have changed. */
const useRefetchOnRefusal = (personId: string, workspaceId: string | undefined) => {
  const queries = useQueryClient();
  const asked = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () =>
      onRefused(() => {
        if (performance.now() < asked.current + ASKED_AGAIN_MS) return;
        asked.current = performance.now();
        const lists = [workspacesOf(personId).queryKey, [workspaceId, 'sites']];
        for (const queryKey of lists) void queries.invalidateQueries({ queryKey, exact: true });
      }),
    [queries, personId, workspaceId],
  );
};

/**
 * If it disappears from the list, it stays, with any unsaved text, until the user leaves it; one that only the last visit
 * knew doesn't.
 */
const useStickyWorkspace = (
  items: readonly Workspace[] | undefined,
  isConfirmed: boolean,
  stored: string,
  personId: string,
) => {
  const [last, setLast] = useState<Workspace>();
  const isUnlisted = items !== undefined && last?.id === stored && !items.some(({ id }) => id === stored);
  // The list can be stale; the workspace's own record is not.
  const { error } = useQuery({
    queryKey: ['workspaces', personId, 'unlisted', stored],
    queryFn: ({ signal }) => serviceFor().getWorkspace({ ws_id: stored }, { signal }),
    enabled: isUnlisted,
    retry: false,
  });
  const workspace = isUnlisted ? last : items && chooseFrom(items, stored);
  if (isConfirmed && workspace && workspace !== last) setLast(workspace);
  return { workspace, isLost: isUnlisted && error instanceof ApiError && error.status < 500 };
};

const useRoleToast = (workspace: Workspace | undefined) => {
  const before = useRef(workspace);
  useEffect(() => {
    const known = before.current;
    before.current = workspace;
    if (!workspace || known?.id !== workspace.id || known.role === workspace.role) return;
    const [name, role] = [workspace.name, t(`shell.role.${workspace.role}`)];
    void import('../kit/toast.ts').then(({ notify }) => notify(t('shell.role_now', { name, role })));
  }, [workspace]);
};

const LAST = 'sidenote.workspace.last';

/** As last shown to this person in this tab. */
export interface LastWorkspace {
  name: string;
  personal: boolean;
}

const readLast = (personId: string): LastWorkspace | undefined => {
  const last = readStored<LastWorkspace & { of: string }>(LAST);
  return last?.of === personId ? last : undefined;
};

const useKeepLast = (personId: string, { name = '', personal = false }: Partial<LastWorkspace> = {}) =>
  useEffect(() => {
    if (name) keepStored(LAST, JSON.stringify({ of: personId, name, personal }));
  }, [personId, name, personal]);

export interface Gate {
  /** Undefined until it is known; `useWorkspace` needs it. */
  chosen: Chosen | undefined;
  last: LastWorkspace | undefined;
  /** Shown until then. */
  instead: ReactNode;
}

export const WorkspaceGate = ({ children }: { children: (gate: Gate) => ReactNode }) => {
  const { person } = useSession();
  const last = useSyncExternalStore(subscribe, storedWorkspace);
  const offer = useSyncExternalStore(subscribe, offeredWorkspace);
  const personId = person?.id ?? '';
  const queries = useQueryClient();
  const { queryKey } = workspacesOf(personId);
  const [wasKept] = useState(() => isOfLastVisit(queries.getQueryState(queryKey)));
  const { data, error, refetch, isFetchedAfterMount } = useQuery(workspacesOf(personId));
  const isConfirmed = !wasKept || isFetchedAfterMount;
  const isListed = data?.items.some(({ id }) => id === offer) === true;
  const stored = isListed ? offer : last;
  useEffect(() => {
    if (isListed) chooseWorkspace(offer);
  }, [isListed, offer]);
  const { workspace, isLost } = useStickyWorkspace(data?.items, isConfirmed, stored, personId);
  useRefetchOnRefusal(personId, workspace?.id);
  useRoleToast(workspace);
  useKeepLast(personId, workspace);
  const language = data?.profile.language;
  useEffect(() => {
    if (language) void offerLocale(language);
  }, [language]);
  const hasTurn = useIsDeferred(data !== undefined);
  const fault = data && !workspace ? new Error(t('error.no_workspace')) : error;
  if (data) setTimeZone(data.profile.time_zone);
  const chosen =
    data && workspace && hasTurn
      ? {
          me: data.user_id,
          name: data.profile.name,
          workspace,
          workspaces: data.items,
          isOwn: workspace.id === ownOf(data.items)?.id,
          isLost,
          service: serviceFor(workspace.id),
        }
      : undefined;
  const instead = fault ? <ErrorNote error={fault} retry={refetch} page /> : <PageSkeleton />;
  return <Context value={chosen}>{children({ chosen, last: readLast(personId), instead })}</Context>;
};
