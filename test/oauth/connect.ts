import { createHash, randomBytes } from 'node:crypto';
import { now } from '../../functions/kit/clock.ts';
import type { CheckedRequest } from '../../functions/oauth/schema.ts';
import { seal } from '../../functions/oauth/sealed.ts';
import { type Answer, type Caller, call, stage } from '../driver.ts';

export const REDIRECT = 'http://127.0.0.1:33418/callback';
export const issuer = () => process.env.TEST_BASE_URL ?? stage().base_url;

export const newVerifier = () => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const must = (answer: Answer, status = 200): Answer => {
  if (answer.status !== status) throw new Error(`The fixture was refused: ${answer.status} ${answer.text}`);
  return answer;
};

export const registered = async (redirect_uris = [REDIRECT], client_name = 'Editor'): Promise<string> =>
  must(await call('POST', '/oauth/register', { body: { client_name, redirect_uris } }), 201).body.client_id;

/** The address that a client asks the person's browser to open. */
export const asking = (client_id: string, verifier: string, more: Record<string, string | undefined> = {}) => {
  const query = {
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 'of-the-client',
    scope: 'read write',
    resource: `${issuer()}/mcp`,
    ...more,
  };
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(given)}`;
};

/** The request as the consent page gets it. */
export const requestOf = ({ status, headers, text }: Answer): string => {
  const request = status === 302 ? new URL(headers.location ?? '').searchParams.get('request') : null;
  if (request === null) throw new Error(`No request came back: ${status} ${headers.location ?? text}`);
  return request;
};

/** A person agrees: the address to which their browser goes back. */
export const approve = async (
  as: Caller,
  site: { id: string },
  request: string,
  scopes: readonly string[] = ['read', 'write'],
): Promise<URL> => {
  const path = `/api/oauth/sites/${site.id}/connections`;
  return new URL(must(await call('POST', path, { as, body: { request, scopes } })).body.redirect_to);
};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export const askForTokens = (form: Record<string, string>): Promise<Answer> =>
  call('POST', '/oauth/token', { body: new URLSearchParams(form).toString(), headers: FORM });

export const revoke = (token: string): Promise<Answer> =>
  call('POST', '/oauth/revoke', { body: new URLSearchParams({ token }).toString(), headers: FORM });

/** Everything up to the code, and the form that exchanges it. */
export const withCode = async (as: Caller, site: { id: string }, scopes: readonly string[] = ['read', 'write']) => {
  const verifier = newVerifier();
  const client_id = await registered();
  const answer = await call('GET', asking(client_id, verifier, { scope: scopes.join(' ') }));
  const back = await approve(as, site, requestOf(answer), scopes);
  const code = back.searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT, code_verifier: verifier };
  return { client_id, verifier, back, form };
};

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
}

export const connected = async (as: Caller, site: { id: string }, scopes?: readonly string[]) => {
  const { client_id, form } = await withCode(as, site, scopes);
  const tokens: Tokens = must(await askForTokens(form)).body;
  const refreshing = (refresh_token = tokens.refresh_token) => ({
    grant_type: 'refresh_token',
    client_id,
    refresh_token,
  });
  return { client_id, form, tokens, refreshing };
};

/** The id of a connection that is open. */
export const newConnection = async (as: Caller, site: { id: string }): Promise<string> => {
  await connected(as, site);
  const { body } = must(await call('GET', `/api/oauth/sites/${site.id}/connections`, { as }));
  return body.items[0].id;
};

/** As the consent page gets it, without a client behind it. */
export const askedRequest = (given: Partial<CheckedRequest> = {}): string =>
  seal('oauth-request', {
    client_id: 'of-a-test',
    client_name: 'Editor',
    client_host: null,
    redirect_uri: REDIRECT,
    challenge: challengeOf(newVerifier()),
    scopes: ['read', 'write'],
    expires_at: now() + 600_000,
    ...given,
  });
