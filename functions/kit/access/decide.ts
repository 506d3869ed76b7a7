import { hasRole, type Role } from '../actor.ts';
import type { Credential, Row } from '../contract/contract.ts';

export type Claimant =
  | { credential: 'none' | 'widget' | 'mcp' }
  | { credential: 'token'; role: Role }
  /** `role` is null for a person who is not a member; `oneself` if the path names them as `user_id`. */
  | { credential: 'session'; role: Role | null; admin: boolean; oneself: boolean };

export type Decision = 'passes' | 401 | 403 | 404;

/** A row answers 401 to credentials that it doesn't read; a token gets a 403 if only sessions pass. */
export const reads = (row: Pick<Row, 'by'>, credential: Claimant['credential']): credential is Credential =>
  row.by.some((one) => one === credential) || (credential === 'token' && !row.by.includes('widget'));

export const decide = (row: Pick<Row, 'by' | 'role' | 'scope' | 'oneself'>, caller: Claimant): Decision => {
  if (row.by.length === 0) return 'passes';
  if (!reads(row, caller.credential)) return 401;
  if (!row.by.some((one) => one === caller.credential)) return 403;
  if (caller.credential === 'session') {
    if (row.role === 'admin') return caller.admin ? 'passes' : 403;
    if (row.scope === 'user') return 'passes';
    if (caller.role === null) return 404;
    if (row.oneself && caller.oneself) return 'passes';
  }
  if (!row.role || !('role' in caller)) return 'passes';
  return row.role !== 'admin' && hasRole(caller.role, row.role) ? 'passes' : 403;
};
