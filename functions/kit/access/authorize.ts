import { type Actor, type Identity, isRole, NOWHERE, personalWorkspaceOf, type Scope } from '../actor.ts';
import { now } from '../clock.ts';
import { type Credential, limitsOf, type RateLimit, type Row } from '../contract/contract.ts';
import type { Request } from '../contract/request.ts';
import { forbidden, insufficientRole, notFound, type Refusal, unauthorized, unprocessable } from '../errors.ts';
import { isId } from '../ids.ts';
import { readSecret, SECRETS, type SecretKind } from '../secrets.ts';
import { isSame } from '../server-keys.ts';
import { sha256 } from '../sha256.ts';
import { keys } from '../table/keys.ts';
import { requireIds, textAt } from '../table/record.ts';
import type { Item, StoredRow, Table } from '../table/table.ts';
import { claimWorkspace } from './claims.ts';
import { isAccessToken, type McpScope, readAccessToken, readConnection } from './connection.ts';
import { type Claimant, decide, reads } from './decide.ts';
import { isErased } from './erased.ts';
import { type Use, useOf } from './last-use.ts';
import { addressBucket, countRequest } from './rate-limit.ts';
import { isEnded, sessionUse } from './sessions.ts';
import { appearAtFirstSignIn } from './sign-in.ts';
import { wrongKind } from './wrong-kind.ts';

export interface Authorized {
  actor: Actor;
  /** Of an MCP client that a member connected; all others may do what their role allows. */
  scopes?: readonly McpScope[];
  scope: Scope;
  rows: { workspace?: Item; site?: Item; stakeholder?: Item; user?: Item; connection?: StoredRow };
  use?: Use;
}

const stringSet = (value: unknown): ReadonlySet<string> =>
  new Set(value instanceof Set || Array.isArray(value) ? [...value].filter((one) => typeof one === 'string') : []);

const scopeOf = (workspace: StoredRow, sites: Scope['sites']): Scope => ({
  workspace_id: requireIds(keys.workspace, workspace)[0],
  sites,
  deleted_sites: stringSet(workspace.deleted_sites),
});

const presentedCredential = (request: Request): { text: string; kind: Credential } => {
  const header = request.headers.authorization;
  if (!header) throw unauthorized('missing');
  const [, text] = /^Bearer ([\x21-\x7e]{1,8192})$/i.exec(header) ?? [];
  if (!text) throw unauthorized('malformed');
  if (text.startsWith('svat_')) return { text, kind: 'token' };
  if (text.startsWith('svwt_')) return { text, kind: 'widget' };
  if (/^sv(mt|oa)_/.test(text)) return { text, kind: 'mcp' };
  return { text, kind: 'session' };
};

interface Counting {
  limits: readonly RateLimit[];
  ip: string;
}

/** A full window wins over what was read. */
const counted = async <T>(
  table: Table,
  { limits, ip }: Counting,
  credential: string | undefined,
  during: () => Promise<T>,
): Promise<T> => {
  const windows = limits.flatMap((limit) => {
    if (limit.bucket === 'ip') return [countRequest(table, limit, addressBucket(ip))];
    return credential === undefined ? [] : [countRequest(table, limit, credential)];
  });
  const [refusals, outcome] = await Promise.all([
    Promise.all(windows),
    during().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
  ]);
  const full = refusals.find((refusal) => refusal !== undefined);
  if (full) throw full;
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
};

/** Its hash, so that a forged secret counts against itself and not against its victim. */
const bucketOf = (secret: string) => sha256(secret).slice(0, 32);

const isDeleted = (workspace: Item) => typeof workspace.deleted_at === 'number';

const isPastGrace = ({ purge_at }: Item) => typeof purge_at === 'number' && purge_at <= now();

const authorizeApiToken = async (table: Table, text: string): Promise<Authorized> => {
  const [ws, id] = readSecret('api', text) ?? [];
  if (!ws || !id) throw unauthorized('malformed');
  const [row, workspace] = await Promise.all([table.get(keys.apiToken(ws, id)), table.get(keys.workspace(ws))]);
  if (!row || !workspace || !isSame(textAt(row, 'token_hash'), sha256(text)) || !isRole(row.role))
    throw unauthorized('unknown');
  if (typeof row.revoked_at === 'number') throw unauthorized('revoked');
  if (typeof row.expires_at === 'number' && row.expires_at <= now()) throw unauthorized('expired');
  if (isDeleted(workspace)) throw unauthorized('workspace deleted');
  const actor: Actor = {
    kind: 'token',
    token_id: id,
    role: row.role,
    name: textAt(row, 'name'),
    maker_id: textAt(row, 'created_by'),
  };
  return { actor, scope: scopeOf(workspace, 'all'), rows: { workspace }, ...useOf(row, keys.apiToken(ws, id)) };
};

const readSiteSecret = async (table: Table, kind: SecretKind & ('widget' | 'mcp'), text: string) => {
  const [ws, id] = readSecret(kind, text) ?? [];
  if (!ws || !id) throw unauthorized('malformed');
  const [site, workspace] = await Promise.all([table.get(keys.site(ws, id)), table.get(keys.workspace(ws))]);
  if (!site || !workspace || typeof site.deleted_at === 'number') throw unauthorized('unknown');
  if (!isSame(textAt(site, `${kind}_token_hash`), sha256(text))) throw unauthorized('unknown');
  return { site, workspace, id };
};

/** `text` comes from an address, or from a header: only there a member's own token may be. */
export const authorizeMcp = async (
  table: Table,
  { text, isFrom }: { text: string | undefined; isFrom: 'path' | 'header' },
  ip: string,
): Promise<Authorized> => {
  if (!text) throw unauthorized('missing');
  const limits: RateLimit[] = [{ bucket: 'credential', max: 600, per_seconds: 60 }];
  return counted(table, { limits, ip }, bucketOf(text), async () => {
    if (isFrom === 'header' && isAccessToken(text)) return authorizeConnection(table, text);
    const other = text.startsWith(SECRETS.mcp.prefix) ? undefined : wrongKind(text);
    if (other) throw unauthorized(other);
    const { site, workspace, id } = await readSiteSecret(table, 'mcp', text);
    if (isDeleted(workspace)) throw unauthorized('workspace deleted');
    return { actor: { kind: 'mcp', site_id: id }, scope: scopeOf(workspace, new Set([id])), rows: { workspace, site } };
  });
};

/** The member's role and grants are those of now, not of the day on which they signed in. */
const authorizeConnection = async (table: Table, text: string): Promise<Authorized> => {
  const token = readAccessToken(text);
  if (!token) throw unauthorized('malformed');
  const { workspace, site, role, connection } = await readConnection(table, token);
  const [ws, site_id, user_id, id] = token.ids;
  const actor: Actor = { kind: 'mcp', site_id, member: { user_id, role } };
  const use = useOf(connection, keys.connection(ws, site_id, id));
  const { scopes } = token;
  return {
    actor,
    scopes,
    scope: scopeOf(workspace, new Set([site_id])),
    rows: { workspace, site, connection },
    ...use,
  };
};

const authorizeWidget = async (table: Table, text: string, request: Request): Promise<Authorized> => {
  const presented = request.headers['x-sidenote-stakeholder'];
  const ids = presented ? readSecret('stakeholder', presented) : undefined;
  const [{ site, workspace, id }, stakeholder] = await Promise.all([
    readSiteSecret(table, 'widget', text),
    ids ? table.get(keys.stakeholder(ids[0] ?? '', ids[1] ?? '', ids[2] ?? '')) : undefined,
  ]);
  if (isDeleted(workspace)) throw notFound();
  const scope = scopeOf(workspace, new Set([id]));
  const isValid =
    presented !== undefined &&
    stakeholder?.site_id === id &&
    isSame(textAt(stakeholder, 'token_hash'), sha256(presented));
  if (!isValid || !stakeholder) return { actor: { kind: 'visitor', site_id: id }, scope, rows: { workspace, site } };
  const actor: Actor = {
    kind: 'stakeholder',
    site_id: id,
    stakeholder_id: requireIds(keys.stakeholder, stakeholder)[2],
    name: stakeholder.name === null ? '' : textAt(stakeholder, 'name'),
  };
  return { actor, scope, rows: { workspace, site, stakeholder } };
};

const authorizeMember = async (
  table: Table,
  row: Row,
  request: Request,
  identity: Identity,
): Promise<Authorized | undefined> => {
  const personal = personalWorkspaceOf(identity.user_id);
  const named = row.scope === 'path' ? request.params.ws_id : request.headers['x-svc-workspace'];
  if (named === '') {
    throw unprocessable(['header', 'X-SVC-Workspace'], 'workspace_header_empty');
  }
  const ws = named ?? personal;
  if (!isId(ws)) return undefined;
  const read = () => Promise.all([table.get(keys.workspace(ws)), table.get(keys.member(ws, identity.user_id))]);
  let [[workspace, member], user] = await Promise.all([read(), table.get(keys.user(identity.user_id))]);
  if (isEnded(user, identity)) throw unauthorized('session ended');
  // Both rows appear at once but are read one by one: a concurrent first sign-in may show only one of them.
  if (ws === personal && !(workspace && member)) {
    user = await appearAtFirstSignIn(table, identity);
    [workspace, member] = await read();
  }
  // Asked even if the workspace is absent, so that timing reveals nothing.
  if (!(workspace && member) && ws !== personal && (await claimWorkspace(table, identity, ws))) {
    [workspace, member] = await read();
  }
  if (!workspace || !member || !isRole(member.role) || isPastGrace(workspace)) return undefined;
  // A membership of someone who had very many ends a moment after their account.
  if (isErased(user, now())) throw unauthorized('account deleted');
  const isRestorable = row.while_deleted && member.role === 'OWNER';
  if (isDeleted(workspace) && !isRestorable) {
    throw forbidden('workspace_deleted');
  }
  const sites = member.role === 'GUEST' ? stringSet(member.site_grants) : 'all';
  const person = asNamed(identity, user);
  const use = usedSession(user, identity, request) ?? renamed(member, person, user);
  return {
    actor: { kind: 'session', role: member.role, ...person },
    scope: scopeOf(workspace, sites),
    rows: { workspace },
    ...(use && { use }),
  };
};

const usedSession = (user: Item | undefined, identity: Identity, { headers }: Request): Use | undefined =>
  user && sessionUse(user, identity, headers['user-agent'] ?? '');

/** A person has one name: the one of their profile, which begins as that of their first sign-in. */
const asNamed = (identity: Identity, user: Item | undefined): Identity =>
  typeof user?.name === 'string' && user.name !== '' ? { ...identity, name: user.name } : identity;

/** A copy that a change of the name or of the address didn't reach. */
const renamed = (member: StoredRow, { name }: Identity, user: Item | undefined): Use | undefined => {
  const email = user?.person === undefined ? member.email : user.email;
  if (member.name === name && member.email === email) return undefined;
  return { key: member, set: { name, email }, when: [['exists', 'pk']] };
};

const withoutWorkspace = (identity: Identity, user: Item | undefined, request: Request): Authorized => {
  const use = usedSession(user, identity, request);
  return {
    actor: { kind: 'session', role: null, ...asNamed(identity, user) },
    scope: NOWHERE,
    rows: user ? { user } : {},
    ...(use && { use }),
  };
};

const authorizeSession = async (table: Table, row: Row, request: Request, identity: Identity) => {
  const isForAdmins = row.role === 'admin';
  if (!isForAdmins && row.scope !== 'user') return authorizeMember(table, row, request, identity);
  const user = isForAdmins && !identity.admin ? undefined : await table.get(keys.user(identity.user_id));
  if (isErased(user, now())) throw unauthorized('account deleted');
  if (isEnded(user, identity)) throw unauthorized('session ended');
  const isKnown = isForAdmins || (user && user.erased_until === undefined);
  return withoutWorkspace(identity, isKnown ? user : await appearAtFirstSignIn(table, identity), request);
};

interface Presented {
  bucket?: string;
  load: () => Promise<Authorized | undefined>;
}

const present = async (table: Table, row: Row, request: Request): Promise<Presented> => {
  if (row.by.length === 0) return { load: async () => ({ actor: { kind: 'public' }, scope: NOWHERE, rows: {} }) };
  const { text, kind } = presentedCredential(request);
  const other = kind === 'session' || !reads(row, kind) ? wrongKind(text) : undefined;
  if (other || !reads(row, kind)) {
    return { bucket: bucketOf(text), load: () => Promise.reject(unauthorized(other ?? 'unknown')) };
  }
  if (kind === 'session') {
    // Loaded on demand: API tokens, widgets and agents start sooner without it.
    const { verifyIdToken } = await import('./id-token.ts');
    const identity = await verifyIdToken(text);
    return { bucket: `user:${identity.user_id}`, load: () => authorizeSession(table, row, request, identity) };
  }
  const load = () => (kind === 'widget' ? authorizeWidget(table, text, request) : authorizeApiToken(table, text));
  return { bucket: bucketOf(text), load };
};

const CREDENTIALS = { token: 'token', mcp: 'mcp', visitor: 'widget', stakeholder: 'widget', public: 'none' } as const;

const claimantOf = (actor: Actor | undefined, request: Request): Claimant => {
  if (actor?.kind === 'token') return { credential: 'token', role: actor.role };
  if (actor && actor.kind !== 'session') return { credential: CREDENTIALS[actor.kind] };
  const { role = null, admin = false, user_id } = actor ?? {};
  return { credential: 'session', role, admin, oneself: user_id !== undefined && request.params.user_id === user_id };
};

const refusalOf = (row: Row, caller: Claimant, decision: unknown): Refusal => {
  if (decision === 401) return unauthorized('unknown');
  if (decision === 404) return notFound();
  const needsSession = caller.credential === 'token' && !row.by.includes('token');
  return needsSession ? forbidden('session_required') : insufficientRole();
};

/** One parallel round trip reads the credential's and the workspace's row and counts the rate windows. */
export const authorize = async (table: Table, row: Row, request: Request): Promise<Authorized> => {
  const presented = await present(table, row, request).catch(
    (error: unknown): Presented => ({ load: () => Promise.reject(error) }),
  );
  const limits = limitsOf(row);
  const authorized = await counted(table, { limits, ip: request.ip }, presented.bucket, presented.load);
  const caller = claimantOf(authorized?.actor, request);
  const decision = decide(row, caller);
  if (!authorized || decision !== 'passes') throw refusalOf(row, caller, decision);
  return authorized;
};
