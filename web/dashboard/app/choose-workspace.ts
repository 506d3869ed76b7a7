import type { OutputOf } from '../../client/index.ts';

export type Workspace = OutputOf<'listWorkspaces'>['items'][number];

const STORED = 'sidenote.workspace';

export const storedWorkspace = (): string => localStorage.getItem(STORED) ?? '';
export const storeWorkspace = (id: string): void => localStorage.setItem(STORED, id);

/** The last one, else the person's own: somebody else's personal workspace may be among them. */
export const chooseFrom = (workspaces: readonly Workspace[], stored: string): Workspace | undefined =>
  workspaces.find(({ id }) => id === stored) ??
  workspaces.find(({ personal, role }) => personal && role === 'OWNER') ??
  workspaces[0];
