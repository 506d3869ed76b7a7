import type { Claimant } from '../../functions/kit/access/decide.ts';
import type { RoleRow } from './roles.ts';

const RANK = { GUEST: 1, MEMBER: 2, OWNER: 3 } as const;

/** Every kind of caller: those inside the workspace that a call names, and those outside. */
export const KINDS = [
  'OWNER',
  'MEMBER',
  'GUEST, granted',
  'GUEST, not granted',
  'MEMBER token',
  'GUEST token',
  'MCP token',
  'widget token',
  'nobody',
  'no member',
  "another workspace's OWNER",
  "another workspace's token",
] as const;
export type Kind = (typeof KINDS)[number];

export type Verdict = 'passes' | 401 | 403 | 404;

const roleOf = (kind: Kind): keyof typeof RANK => {
  if (kind.includes('OWNER')) return 'OWNER';
  return kind.includes('MEMBER') || kind.includes("workspace's token") ? 'MEMBER' : 'GUEST';
};
const credentialOf = (kind: Kind): Claimant['credential'] => {
  if (kind === 'nobody') return 'none';
  if (kind === 'widget token') return 'widget';
  if (kind === 'MCP token') return 'mcp';
  return kind.endsWith('token') ? 'token' : 'session';
};

export const namesAnObject = ({ path }: RoleRow) =>
  /\{(?!(ws_id|category)\})\w+\}/.test(path) && !path.endsWith('/clone');
/** Personas are the whole workspace's. */
const dependsOnASite = (row: RoleRow) => namesAnObject(row) && !row.path.startsWith('/api/personas/');
/** Its site is known by the token in the body. */
const NAMES_ITS_SITE_IN_BODY = '/api/widget/page-access';
const isNoMember = (row: RoleRow, kind: Kind) =>
  kind === 'no member' || (kind === "another workspace's OWNER" && row.scope === 'path');

/** The caller as the service knows it once the credential was read. */
export const claimant = (row: RoleRow, kind: Kind): Claimant => {
  const credential = credentialOf(kind);
  if (credential === 'token') return { credential, role: roleOf(kind) };
  if (credential !== 'session') return { credential };
  return { credential, role: isNoMember(row, kind) ? null : roleOf(kind), admin: false, oneself: false };
};

/** The promise of docs/roles.md and the rules above its table, before any object is looked up. */
export const verdictOnRow = (row: RoleRow, kind: Kind): Verdict => {
  if (row.by.length === 0) return 'passes';
  if (kind === 'nobody') return 401;
  const credential = credentialOf(kind);
  if (row.by.includes('widget')) return credential === 'widget' ? 'passes' : 401;
  if (credential === 'widget' || credential === 'mcp') return 401;
  if (!row.by.includes(credential)) return 403;
  if (row.scope === 'user') return 'passes';
  if (row.role === 'admin') return 403;
  if (isNoMember(row, kind)) return 404;
  return RANK[roleOf(kind)] < RANK[row.role ?? 'GUEST'] ? 403 : 'passes';
};

const verdictOnObject = (row: RoleRow, kind: Kind): Verdict => {
  if (row.path === NAMES_ITS_SITE_IN_BODY)
    return kind === 'no member' || kind === 'GUEST, not granted' || kind.startsWith('another') ? 404 : 'passes';
  if (row.scope !== 'workspace' && row.scope !== 'path') return 'passes';
  if (kind.startsWith('another')) return namesAnObject(row) ? 404 : 'passes';
  if (row.own_only && roleOf(kind) !== 'OWNER' && namesAnObject(row)) return 404;
  return kind === 'GUEST, not granted' && dependsOnASite(row) ? 404 : 'passes';
};

/** The answer to a call whose objects belong to the workspace of the callers inside. */
export const verdict = (row: RoleRow, kind: Kind): Verdict => {
  const first = verdictOnRow(row, kind);
  return first === 'passes' ? verdictOnObject(row, kind) : first;
};

/** The facts that decide about access to a row: rows of one class differ only in what they do. */
export const accessClass = (row: RoleRow): string =>
  [
    row.role,
    row.by.join('+'),
    row.scope,
    namesAnObject(row) && (dependsOnASite(row) ? 'of a site' : 'of the workspace'),
    row.own_only && 'own only',
    row.oneself && 'or oneself',
  ]
    .filter(Boolean)
    .join(', ');
