import { derivedId } from './ids.ts';

export type Role = 'GUEST' | 'MEMBER' | 'OWNER';

/** Identity comes from the credential alone, never from input. */
export type Actor =
  | ({ kind: 'session'; role: Role | null } & Identity)
  | { kind: 'token'; token_id: string; role: Role; name: string; maker_id: string }
  /** `member` signed in; without one, the caller has the site's MCP token. */
  | { kind: 'mcp'; site_id: string; member?: { user_id: string; role: Role } }
  | { kind: 'visitor'; site_id: string }
  | { kind: 'stakeholder'; site_id: string; stakeholder_id: string; name: string }
  | { kind: 'public' };

/** The tenant data this caller can address. */
export interface Scope {
  workspace_id: string;
  /** A GUEST member's grants, or the one site of an MCP or widget token. */
  sites: 'all' | ReadonlySet<string>;
  /** Sites being removed: gone for everyone, though rows may remain. */
  deleted_sites: ReadonlySet<string>;
}

export const NOWHERE: Scope = { workspace_id: '', sites: new Set(), deleted_sites: new Set() };

export const isVisible = (scope: Scope, site: unknown): site is string =>
  typeof site === 'string' && !scope.deleted_sites.has(site) && (scope.sites === 'all' || scope.sites.has(site));

const RANK: Record<Role, number> = { GUEST: 1, MEMBER: 2, OWNER: 3 };
export const isRole = (value: unknown): value is Role => typeof value === 'string' && value in RANK;

export const hasRole = (role: Role | null, least: Role): boolean => role !== null && RANK[role] >= RANK[least];

export interface Identity {
  user_id: string;
  username: string;
  email: string;
  email_verified: boolean;
  name: string;
  admin: boolean;
  /** The same in all tokens of one sign-in. */
  session_id: string;
  began_at: number;
}

export const personalWorkspaceOf = (user: string): string => derivedId('personal-workspace', user);

const PERSONAL = "'s workspace";
const LONGEST_NAME = 120;

/** A personal workspace's name until someone renames it. The person's own name may have changed since. */
export const personalName = (name: string): string =>
  // The table refuses half a character.
  name.slice(0, LONGEST_NAME - PERSONAL.length).replace(/[\ud800-\udbff]$/, '') + PERSONAL;

export const isPersonalName = (name: string): boolean => name.endsWith(PERSONAL);
