import { createHash } from 'node:crypto';
import { loadRefusals } from '../codes/load-refusals.ts';
import { inWords } from '../codes/sentence.ts';
import {
  ACCESS_LIFE,
  type ConnectionIds,
  type McpScope,
  type Presented,
  readStamped,
  stampedSecret,
} from '../kit/access/connection.ts';
import { MCP_SCOPES } from '../kit/access/scopes.ts';
import { hasRole, isVisible } from '../kit/actor.ts';
import { MINUTE, SECOND } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import type { RawAnswer } from '../kit/contract/contract.ts';
import { badRequest, notFound, Refusal, unprocessable } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { isSame } from '../kit/server-keys.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import { SMALL_PAGE_POLICY, smallPage } from '../kit/text/small-page.ts';
import { findClient, register } from './clients.ts';
import type { oauth } from './contract.ts';
import { hostOf, isOnOwnMachine, isRegistered, withQuery } from './redirects.ts';
import { codeOf, type OAuthError, oauthRefusal } from './refusals.ts';
import { CheckedRequest, type ConnectionRow, TokenForm } from './schema.ts';
import { seal, unseal } from './sealed.ts';
import { CODE_LIFE, connectionStore, isCurrent } from './store.ts';

const REQUEST_LIFE = 10 * MINUTE;

export const bindOAuth = (table: Table, call: Call) => ({ ...call, connections: connectionStore(table, call) });

type Context = ReturnType<typeof bindOAuth>;
type OAuth = Operations<Context, typeof oauth>;

const issuer = () => setting('BASE_URL');
const resource = () => `${issuer()}/mcp`;

/** Lower case aside, and a slash at its end, it has to be ours to the letter. */
const isOurs = (asked: string | undefined): boolean => {
  if (asked === undefined) return true;
  const url = URL.parse(asked);
  return url !== null && !asked.includes('#') && url.href.replace(/\/$/, '') === new URL(resource()).href;
};

const scopesIn = (text: string | undefined): McpScope[] | undefined => {
  const asked = (text ?? '').split(' ').filter(Boolean);
  if (asked.some((one) => !MCP_SCOPES.some((scope) => scope === one))) return undefined;
  const wanted = asked.length > 0 ? asked : ['write'];
  // All of them read what they work on.
  return MCP_SCOPES.filter((scope) => scope === 'read' || wanted.includes(scope));
};

const redirectTo = (location: string): RawAnswer => ({ status: 302, headers: { location }, text: '' });

/** Goes nowhere: strangers register addresses, and no one has agreed to anything yet. A browser gets a page. */
const refuse = async ({ request }: Call, error: OAuthError): Promise<RawAnswer> => {
  const status = error === 'temporarily_unavailable' ? 503 : 400;
  if (!(request.headers.accept ?? '').includes('text/html')) throw new Refusal(status, codeOf(error));
  return {
    status,
    headers: { 'content-security-policy': SMALL_PAGE_POLICY },
    text: smallPage(
      'en',
      'This client can’t connect',
      `<p>${inWords((await loadRefusals())[codeOf(error)])}</p><p><code>${error}</code></p>`,
    ),
  };
};

const faultIn = ({
  response_type,
  code_challenge = '',
  code_challenge_method,
  resource: asked,
  scope,
}: Parameters<OAuth['authorize']>[1]['query']): OAuthError | undefined => {
  if (response_type !== 'code') return 'unsupported_response_type';
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge)) return 'invalid_request';
  if (!isOurs(asked)) return 'invalid_target';
  return scopesIn(scope) ? undefined : 'invalid_scope';
};

/** A parameter without a value counts as omitted (RFC 6749, 3.1 and 3.2). */
const withValues = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')) as Given;

export const authorize: OAuth['authorize'] = async (ctx, input) => {
  const query = withValues(input.query);
  const { redirect_uri = '', state, code_challenge = '' } = query;
  const client = await findClient(query.client_id);
  if (client === 'busy') return refuse(ctx, 'temporarily_unavailable');
  if (!client) return refuse(ctx, 'invalid_client');
  if (!isRegistered(client.redirect_uris, redirect_uri)) return refuse(ctx, 'invalid_redirect_uri');
  const error = faultIn(query);
  if (error && isOnOwnMachine(redirect_uri)) {
    return redirectTo(withQuery(redirect_uri, { error, state, iss: issuer() }));
  }
  if (error) return refuse(ctx, error);
  const request: CheckedRequest = {
    client_id: client.client_id,
    client_name: client.name,
    client_host: client.host,
    redirect_uri,
    challenge: code_challenge,
    scopes: scopesIn(query.scope) ?? [],
    ...(state !== undefined && { state }),
    expires_at: ctx.now + REQUEST_LIFE,
  };
  return redirectTo(withQuery(`${issuer()}/dashboard/connect`, { request: seal('oauth-request', request) }));
};

const openRequest = (ctx: Context, sealed: string): CheckedRequest => {
  const request = CheckedRequest.safeParse(unseal('oauth-request', sealed)).data;
  if (!request || request.expires_at <= ctx.now) throw badRequest('oauth_request_expired');
  return request;
};

export const readOAuthRequest: OAuth['readOAuthRequest'] = async (ctx, { body }) => {
  const { client_name, client_host, redirect_uri, scopes, state } = openRequest(ctx, body.request);
  return {
    client_name,
    client_host,
    redirect_host: hostOf(redirect_uri),
    on_own_machine: isOnOwnMachine(redirect_uri),
    scopes,
    deny_to: withQuery(redirect_uri, { error: 'access_denied', state, iss: issuer() }),
  };
};

/** An absent site is a 404, even if the request is wrong, too. */
const ofASite = async <T>({ connections }: Context, site_id: string, read: () => T): Promise<T> => {
  try {
    return read();
  } catch (error) {
    await connections.requireSite(site_id);
    throw error;
  }
};

export const createConnection: OAuth['createConnection'] = async (ctx, { site_id, body }) => {
  const { actor, scope } = ctx;
  if (actor.kind !== 'session' || !isVisible(scope, site_id)) throw notFound();
  const asked = await ofASite(ctx, site_id, () => openRequest(ctx, body.request));
  const scopes = MCP_SCOPES.filter((one) => body.scopes.includes(one));
  if (!scopes.includes('read') || scopes.some((one) => !asked.scopes.includes(one))) {
    throw unprocessable(['body', 'scopes'], 'oauth_scope_unknown');
  }
  const { client_id, client_name, client_host, redirect_uri, challenge, state } = asked;
  const row: ConnectionRow = {
    id: newId(),
    site_id,
    user_id: actor.user_id,
    user_name: actor.name,
    state: 'asked',
    client_id,
    client_name,
    client_host,
    redirect_uri,
    challenge,
    scopes,
    number: 0,
    created_at: ctx.now,
    expires_at: ctx.now + CODE_LIFE,
    last_used_at: null,
  };
  await ctx.connections.ask(row);
  const ids: ConnectionIds = [scope.workspace_id, row.site_id, row.user_id, row.id];
  const code = stampedSecret('code', { ids, number: 0, scopes });
  return { redirect_to: withQuery(redirect_uri, { code, state, iss: issuer() }) };
};

const readForm = (ctx: Context) => {
  // A parameter that is there twice has no meaning (RFC 6749, 3.2).
  const given = [...new URLSearchParams(ctx.request.body)];
  const form = TokenForm.safeParse(withValues(Object.fromEntries(given))).data;
  if (!form || new Set(given.map(([name]) => name)).size < given.length) throw oauthRefusal('invalid_request');
  return form;
};
type Form = ReturnType<typeof readForm>;

const tokensFor = (ctx: Context, row: ConnectionRow, ids: ConnectionIds, number: number, scopes = row.scopes) => {
  const expires = Math.floor((ctx.now + ACCESS_LIFE) / SECOND);
  return {
    headers: { pragma: 'no-cache' },
    text: JSON.stringify({
      access_token: stampedSecret('access', { ids, number: expires, scopes }),
      token_type: 'Bearer',
      expires_in: ACCESS_LIFE / SECOND,
      refresh_token: stampedSecret('refresh', { ids, number, scopes: row.scopes }),
      scope: scopes.join(' '),
    }),
  };
};

const proves = (verifier: string, challenge: string | undefined): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) &&
  isSame(createHash('sha256').update(verifier).digest('base64url'), challenge ?? '');

const required = (kind: Presented['kind'], text: string | undefined): Presented => {
  if (text === undefined) throw oauthRefusal('invalid_request');
  const presented = readStamped(kind, text);
  if (!presented) throw oauthRefusal('invalid_grant');
  return presented;
};

const exchangeCode = async (ctx: Context, form: Form): Promise<RawAnswer> => {
  const presented = required('code', form.code);
  const row = await ctx.connections.find(presented);
  if (row.state === 'asked') {
    const { redirect_uri = row.redirect_uri, code_verifier = '', client_id } = form;
    const isProven = redirect_uri === row.redirect_uri && proves(code_verifier, row.challenge);
    if (!isProven || client_id !== row.client_id) throw oauthRefusal('invalid_grant');
    if (await ctx.connections.openOnce(presented.ids)) return tokensFor(ctx, row, presented.ids, 1);
  }
  await ctx.connections.removeReused(presented.ids);
  throw oauthRefusal('invalid_grant');
};

const refresh = async (ctx: Context, form: Form): Promise<RawAnswer> => {
  const presented = required('refresh', form.refresh_token);
  const row = await ctx.connections.find(presented);
  if (isCurrent(row, presented.number, ctx.now)) {
    if (row.client_id !== form.client_id) throw oauthRefusal('invalid_grant');
    const scopes = form.scope === undefined ? row.scopes : scopesIn(form.scope);
    if (!scopes?.every((one) => row.scopes.includes(one))) throw oauthRefusal('invalid_scope');
    // Does nothing for one that was sent before: the answer is the same.
    await ctx.connections.rotate(presented.ids, presented.number);
    return tokensFor(ctx, row, presented.ids, presented.number + 1, scopes);
  }
  await ctx.connections.removeReused(presented.ids);
  throw oauthRefusal('invalid_grant');
};

export const issueToken: OAuth['issueToken'] = async (ctx) => {
  const form = readForm(ctx);
  if (!isOurs(form.resource)) throw oauthRefusal('invalid_target');
  switch (form.grant_type) {
    case 'authorization_code':
      return exchangeCode(ctx, form);
    case 'refresh_token':
      return refresh(ctx, form);
    case undefined:
      throw oauthRefusal('invalid_request');
    default:
      throw oauthRefusal('unsupported_grant_type');
  }
};

/** Says the same of every token (RFC 7009, 2.2). */
export const revokeToken: OAuth['revokeToken'] = async (ctx) => {
  const { token } = readForm(ctx);
  if (token === undefined) throw oauthRefusal('invalid_request');
  const presented = readStamped('refresh', token) ?? readStamped('access', token);
  if (presented) await ctx.connections.removeGenuine(presented);
  return { text: '{}' };
};

export const registerClient: OAuth['registerClient'] = async (ctx, { body }) => {
  const { client_id, name, redirect_uris } = register(body.redirect_uris, body.client_name);
  const registered = {
    client_id,
    client_id_issued_at: Math.floor(ctx.now / SECOND),
    client_name: name,
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  return { status: 201, text: JSON.stringify(registered) };
};

const present = ({ redirect_uri, ...row }: ConnectionRow) => ({ ...row, redirect_host: hostOf(redirect_uri) });

/** Undefined for an OWNER, who sees everyone's. */
const onlyOf = ({ actor }: Context): string | undefined => {
  if (actor.kind !== 'session') throw notFound();
  return hasRole(actor.role, 'OWNER') ? undefined : actor.user_id;
};

export const listConnections: OAuth['listConnections'] = async (ctx, { site_id, query }) => {
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  const [page] = await Promise.all([
    ctx.connections.list(site_id, onlyOf(ctx), query),
    ctx.connections.requireSite(site_id),
  ]);
  return mapPage(page, present);
};

export const revokeConnection: OAuth['revokeConnection'] = async (ctx, { site_id, connection_id }) => {
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  const row = await ctx.connections.findById(site_id, connection_id);
  const only = onlyOf(ctx);
  if (!row || (only !== undefined && row.user_id !== only)) throw notFound();
  await ctx.connections.remove(row);
  return { id: connection_id, deleted: true };
};
