import type { Role } from '../kit/actor.ts';
import type { WorkspaceRow } from './schema.ts';

export const presentWorkspace = (row: WorkspaceRow & { role: Role }) => ({
  ...row,
  deleted_at: row.deleted_at ?? null,
  purge_at: row.purge_at ?? null,
});
