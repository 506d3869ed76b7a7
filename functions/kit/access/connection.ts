import { isRole, type Role } from '../actor.ts';
import { HOUR, now, SECOND } from '../clock.ts';
import { unauthorized } from '../errors.ts';
import { idToBytes } from '../ids.ts';
import { formatSecret, openSecret, SECRETS } from '../secrets.ts';
import { currentKeyId, isSame, serverKeyIds, sign } from '../server-keys.ts';
import { keys } from '../table/keys.ts';
import { numberAt, requireIds, textAt } from '../table/record.ts';
import type { StoredRow, Table } from '../table/table.ts';
import { MCP_SCOPES, type McpScope } from './scopes.ts';

export type { McpScope } from './scopes.ts';

type Kind = 'access' | 'refresh' | 'code';
/** Workspace, site, user, connection. */
export type ConnectionIds = readonly [ws: string, site: string, user: string, connection: string];

interface Stamp {
  ids: ConnectionIds;
  /** When an access token expires, in seconds; which refresh token of its connection this is; 0 for a code. */
  number: number;
  scopes: readonly McpScope[];
}

const TAG_BYTES = 15;
export const ACCESS_LIFE = HOUR;

const headOf = ({ number, scopes }: Stamp): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(number);
  head.writeUInt8(
    MCP_SCOPES.reduce((bits, scope, at) => bits | (scopes.includes(scope) ? 1 << at : 0), 0),
    4,
  );
  return head;
};

const secretOf = (kind: Kind, stamp: Stamp, key_id: string): string => {
  const head = headOf(stamp);
  const tag = sign(`secret:${kind}`, Buffer.concat([...stamp.ids.map(idToBytes), head]), key_id);
  if (!tag) throw new Error(`The server key ${key_id} is retired.`);
  return formatSecret(kind, [...stamp.ids], Buffer.concat([head, tag.subarray(0, TAG_BYTES)]));
};

/** Nothing of it is stored: the server key proves it, and the connection's row ends it. */
export const stampedSecret = (kind: Kind, stamp: Stamp): string => secretOf(kind, stamp, currentKeyId());

export interface Presented extends Stamp {
  kind: Kind;
  text: string;
}

/** Proves nothing yet: it is checked once the connection is read. */
export const readStamped = (kind: Kind, text: string): Presented | undefined => {
  const { ids, secret } = openSecret(kind, text) ?? {};
  const [ws, site, user, connection] = ids ?? [];
  if (!secret || !ws || !site || !user || !connection) return undefined;
  const bits = secret.readUInt8(4);
  const scopes = MCP_SCOPES.filter((_, at) => bits & (1 << at));
  return { kind, text, ids: [ws, site, user, connection], number: secret.readUInt32BE(0), scopes };
};

export const isGenuine = (presented: Presented, connection: StoredRow): boolean => {
  if (textAt(connection, 'user_id') !== presented.ids[2]) return false;
  return serverKeyIds().some((key_id) => isSame(secretOf(presented.kind, presented, key_id), presented.text));
};

export const isAccessToken = (text: string): boolean => text.startsWith(SECRETS.access.prefix);

export const readAccessToken = (text: string): Presented | undefined => readStamped('access', text);

const isGranted = ({ site_grants }: StoredRow, site: string): boolean =>
  Array.isArray(site_grants) && site_grants.includes(site);

/** Undefined if the connection is of no use to its person. Someone who left and came back has to sign in again. */
export const heldRole = (member: StoredRow | undefined, connected_at: number, site: string): Role | undefined => {
  if (!member || numberAt(member, 'created_at') > connected_at || !isRole(member.role)) return undefined;
  return member.role !== 'GUEST' || isGranted(member, site) ? member.role : undefined;
};

/** In one parallel round trip. Throws a 401 unless the person behind the connection still has the site. */
const readHeld = async (
  table: Table,
  [ws, site_id, user_id, id]: ConnectionIds,
  requireValid: (connection: StoredRow | undefined) => void,
) => {
  const [connection, workspace, member, site] = await Promise.all([
    table.get(keys.connection(ws, site_id, id)),
    table.get(keys.workspace(ws)),
    table.get(keys.member(ws, user_id)),
    table.get(keys.site(ws, site_id)),
  ]);
  requireValid(connection);
  if (!connection || !workspace) throw unauthorized('unknown');
  if (typeof workspace.deleted_at === 'number') throw unauthorized('workspace deleted');
  if (!site || typeof site.deleted_at === 'number') throw unauthorized('revoked');
  const role = heldRole(member, numberAt(connection, 'created_at'), site_id);
  if (!member || !role) throw unauthorized('revoked');
  return { connection, workspace, member, site, role };
};

export const readConnection = (table: Table, presented: Presented) =>
  readHeld(table, presented.ids, (connection) => {
    if (!connection || !isGenuine(presented, connection)) throw unauthorized('unknown');
    const expires_at = presented.kind === 'access' ? presented.number * SECOND : numberAt(connection, 'expires_at');
    if (expires_at <= now()) throw unauthorized('expired');
  });

/** For a connection that was read before. */
export const requireConnection = async (table: Table, former: StoredRow): Promise<void> => {
  const [ws, site_id, id] = requireIds(keys.connection, former);
  await readHeld(table, [ws, site_id, textAt(former, 'user_id'), id], (connection) => {
    if (!connection) throw unauthorized('revoked');
  });
};
