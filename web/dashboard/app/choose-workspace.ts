import type { OutputOf } from '../../client/index.ts';

export type Workspace = OutputOf<'listWorkspaces'>['items'][number];

const STORED = 'sidenote.workspace';

/** A tab stays where it is whatever another one chooses; a new tab begins where somebody was last. */
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

/** The last one, else the person's own: somebody else's personal workspace may be among them. */
export const chooseFrom = (workspaces: readonly Workspace[], stored: string): Workspace | undefined =>
  workspaces.find(({ id }) => id === stored) ??
  workspaces.find(({ personal, role }) => personal && role === 'OWNER') ??
  workspaces[0];
