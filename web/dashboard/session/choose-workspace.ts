import type { OutputOf } from '../../client/index.ts';

export type Workspace = OutputOf<'listWorkspaces'>['items'][number];

const STORED = 'sidenote.workspace';

/** A tab keeps its workspace when another tab switches; a new tab opens the last one used. */
export const storedWorkspace = (): string => {
  const own = sessionStorage.getItem(STORED);
  if (own !== null) return own;
  const last = localStorage.getItem(STORED) ?? '';
  sessionStorage.setItem(STORED, last);
  return last;
};

export const storeWorkspace = (id: string): void => {
  sessionStorage.setItem(STORED, id);
  localStorage.setItem(STORED, id);
};

/** The user's own is listed last; they can be an owner of other people's. */
export const ownOf = (workspaces: readonly Workspace[]): Workspace | undefined =>
  workspaces.findLast(({ personal }) => personal);

/** The last workspace, else the user's own. */
export const chooseFrom = (workspaces: readonly Workspace[], stored: string): Workspace | undefined =>
  workspaces.find(({ id }) => id === stored) ?? ownOf(workspaces) ?? workspaces[0];
