import { randomInt } from 'node:crypto';
import { apiTokens } from '../functions/api-tokens/contract.ts';
import { bindApiTokens, createApiToken } from '../functions/api-tokens/operations.ts';
import { verifyIdToken } from '../functions/kit/access/id-token.ts';
import { appearAtFirstSignIn } from '../functions/kit/access/sign-in.ts';
import { personalWorkspaceOf } from '../functions/kit/actor.ts';
import { MINUTE, type Milliseconds, now } from '../functions/kit/clock.ts';
import { fitAnswer } from '../functions/kit/http/fit.ts';
import type { Call } from '../functions/kit/http/serve.ts';
import { newId } from '../functions/kit/ids.ts';
import { keys, partitions } from '../functions/kit/table/keys.ts';
import { openTable, type Table } from '../functions/kit/table/table.ts';
import { sites } from '../functions/sites/contract.ts';
import { bindSites, createSite } from '../functions/sites/operations.ts';
import type { SiteRow } from '../functions/sites/schema.ts';
import { siteSecrets } from '../functions/sites/secrets.ts';
import { advance } from '../lib/local/clock.ts';
import { invoke } from '../lib/local/gateway.ts';
import { onceNotBusy } from './once-not-busy.ts';
import { isDocumented, refusalFault } from './refusal-fault.ts';

/** This test process's stage, as it describes itself. */
export const stage = (): {
  base_url: string;
  mail_url: string;
  workspace_id: string;
  site_id: string;
  mcp_url: string;
} & Record<string, string> => JSON.parse(process.env.SIDENOTE_STAGE ?? '{}');

/** Waits until the stage's workers have ended what they owe. */
/** Waits until no worker has anything to do. */
export const idle = async (): Promise<void> => {
  const { ok } = await fetch(`${stage().base_url}/__local/idle?timeout_ms=45000`, { method: 'POST' });
  if (!ok) throw new Error('The workers are still busy.');
};

/** A credential, and the workspace that a session names. */
export interface Caller {
  credential: string;
  workspace_id?: string;
}

export interface Person extends Caller {
  user_id: string;
  email: string;
  /** As their first sign-in gives it. */
  name: string;
}

export interface CallOptions {
  as?: Caller;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The caller's address; a fresh one for every call unless given, so that the limit per address does not bite. */
  ip?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Parsed if it is JSON, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
  text: string;
  bytes: Buffer;
}

/** Goes to the start of the next rate limit window, so that none rolls in the middle of a test that fills one. */
export const nextWindow = (): Milliseconds => advance(MINUTE - (now() % MINUTE));

export const freshIp = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

const overHttp = async (method: string, path: string, headers: Record<string, string>, body: string | undefined) => {
  const { 'x-client-ip': ip = '', ...rest } = headers;
  const answer = await fetch(`${process.env.TEST_BASE_URL}${path}`, {
    method,
    headers: { 'accept-encoding': 'identity', ...rest, 'x-local-client-ip': ip },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  };
};

/** While `TABLE_FAULT=gsi_lag` has indexes lag, what was written until now shows in them once this resolves. */
export const indexesCaughtUp = async (): Promise<void> => {
  if (process.env.TABLE_FAULT) await fetch(`${stage().base_url}/__local/indexes`, { method: 'POST' });
};

/**
 * One request: through the handlers in this process, or over HTTP to the stage that TEST_BASE_URL names. Throws if a refusal
 * has no known code, or another text than its code's, or if the documents lack the status.
 */
export const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
  const { as, body, ip = freshIp() } = options;
  const headers: Record<string, string> = {
    'x-client-ip': ip,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(as && { authorization: `Bearer ${as.credential}` }),
    ...(as?.workspace_id && { 'x-svc-workspace': as.workspace_id }),
    ...options.headers,
  };
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  // A test looks at what it made as someone does who comes back a moment later.
  if (method === 'GET') await indexesCaughtUp();
  const send = process.env.TEST_BASE_URL
    ? overHttp(method, path, headers, text)
    : invoke({ method, path, headers, body: text });
  const answer = await send;
  const answered = answer.body.toString('utf8');
  const isJson = (answer.headers['content-type'] ?? '').includes('json') && !answer.headers['content-encoding'];
  const parsed = isJson && answered ? JSON.parse(answered) : answered;
  const fault = answer.status >= 400 && isJson && !path.startsWith('/mcp') ? refusalFault(parsed) : undefined;
  if (!isDocumented(method, path, answer.status)) {
    throw new Error(`${method} ${path} answered ${answer.status}, which its contract row doesn't document.`);
  }
  if (fault) throw new Error(`${method} ${path} answered ${answer.status}, and ${fault}.`);
  return { status: answer.status, headers: answer.headers, text: answered, bytes: answer.body, body: parsed };
};

let opened: Table | undefined;

/** The emulated tables, for looking behind the API. */
export const table = (): Table => {
  opened ??= openTable();
  return opened;
};

/** Signs a fresh person in, as the hosted sign-in would. */
export const signIn = async (
  more: {
    email?: string;
    name?: string;
    groups?: string[];
    email_verified?: boolean;
    origin_jti?: string;
    auth_time?: number;
  } = {},
): Promise<Person> => {
  const email = more.email ?? `p-${newId().toLowerCase()}@example.com`;
  const answer = await fetch(`${stage().base_url}/__local/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email_verified: true, ...more, email }),
  });
  const { id_token, user_id } = (await answer.json()) as { id_token: string; user_id: string };
  return { credential: id_token, user_id, email, name: more.name ?? email.slice(0, email.indexOf('@')) };
};

const addMember = async (ws: string, role: string, site_grants: string[] = []): Promise<Person> => {
  const person = await signIn();
  await table().put({
    ...keys.member(ws, person.user_id),
    gsi1pk: partitions.userWorkspaces(person.user_id),
    gsi1sk: `WS#${ws}`,
    workspace_id: ws,
    user_id: person.user_id,
    email: person.email,
    name: person.name,
    role,
    site_grants,
    created_at: now(),
  });
  return { ...person, workspace_id: ws };
};

const must = (answer: Answer): Answer => {
  if (answer.status !== 200) throw new Error(`The fixture was refused: ${answer.status} ${answer.text}`);
  return answer;
};

/**
 * An owner's call as the edge passes it to operations. Fixtures run operations without the edge, whose reads and counts
 * are most of what a request costs.
 */
export const callOf = async (owner: Person, ws: string): Promise<Call> => ({
  actor: { kind: 'session', role: 'OWNER', ...(await verifyIdToken(owner.credential)) },
  scope: { workspace_id: ws, sites: 'all', deleted_sites: new Set() },
  rows: {},
  now: now(),
  once: undefined,
  operation_id: 'fixture',
  request: { id: newId(), ip: freshIp(), origin: undefined, route_key: '', headers: {}, body: '' },
});

/** Operations of tests in a workspace. */
const workspaceOf = (ws: string, owner: Person) => {
  const ownerCaller: Person = { ...owner, workspace_id: ws };
  return {
    id: ws,
    owner: ownerCaller,
    member: () => addMember(ws, 'MEMBER'),
    /** Another OWNER, made one by the first. */
    coOwner: async (): Promise<Person> => {
      const person = await addMember(ws, 'MEMBER');
      const path = `/api/workspaces/${ws}/members/${person.user_id}`;
      must(await call('PATCH', path, { as: ownerCaller, body: { role: 'OWNER' } }));
      return person;
    },
    guest: (site_grants: string[] = []) => addMember(ws, 'GUEST', site_grants),
    token: async (role: 'MEMBER' | 'GUEST' = 'MEMBER'): Promise<Caller & { token_id: string }> => {
      const body = apiTokens.rows.createApiToken.body.parse({ name: 'test', role });
      const ctx = bindApiTokens(table(), await callOf(ownerCaller, ws));
      const made = await createApiToken(ctx, { ws_id: ws, query: {}, body });
      return { credential: made.token, token_id: made.token_id };
    },
    /** A site with its secrets. */
    site: async (more: Record<string, unknown> = {}) => {
      const { body: Body, response } = sites.rows.createSite;
      const body = Body.parse({ name: 'Shop', url: 'https://shop.example.com/', ...more });
      const row = (await createSite(bindSites(table(), await callOf(ownerCaller, ws)), { query: {}, body })) as SiteRow;
      const site = JSON.parse(fitAnswer(response, row)) as { id: string };
      const secrets = siteSecrets(row);
      return { ...site, ...secrets, widget: { credential: secrets.widget_token } };
    },
    /** A note, sent as the widget sends it. */
    note: async (
      site: { widget: Caller },
      more: Record<string, unknown> = {},
      headers: Record<string, string> = {},
    ) => {
      const body = {
        body: 'The button does nothing',
        context: { page: { url: 'https://shop.example.com/cart' }, anchor: { kind: 'element', selector: '#buy' } },
        ...more,
      };
      const origin = 'https://shop.example.com';
      const answer = await call('POST', '/api/widget/annotations', {
        as: site.widget,
        body,
        headers: { origin, ...headers },
      });
      return must(answer).body as { id: string; note_secret: string; auto_fix: boolean; status: string };
    },
  };
};

/** A personal workspace for one test: nothing in it is shared, so nothing needs cleaning up. */
export const newWorkspace = async (person?: { name: string }) => {
  const owner = await signIn(person);
  await appearAtFirstSignIn(table(), await verifyIdToken(owner.credential));
  return workspaceOf(personalWorkspaceOf(owner.user_id), owner);
};

/** The same, but one that a person made: it can be deleted, handed over and left. */
export const newTeam = async (owner?: Person) => {
  const as = owner ?? (await signIn());
  const ask = () => call('POST', '/api/workspaces', { as, body: { name: 'Team' } });
  const { body } = must(await onceNotBusy(ask));
  return workspaceOf(body.id, as);
};

export type Workspace = ReturnType<typeof workspaceOf>;
