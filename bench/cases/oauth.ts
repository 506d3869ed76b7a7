import { createHash } from 'node:crypto';
import { type Asked, call, prepare, run } from '../world.ts';
import { type Case, type Ground, get, post, send } from './case.ts';
import { toolCall } from './tools.ts';

const REDIRECT = 'http://localhost:33418/callback';
const VERIFIER = 'v'.repeat(43);

const registering = post('/oauth/register', undefined, { client_name: 'Editor', redirect_uris: [REDIRECT] });

const authorizing = async (): Promise<{ asked: Asked; client_id: string }> => {
  const { client_id } = await call<{ client_id: string }>(registering);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { asked: get(`/oauth/authorize?${query}`), client_id };
};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const posting = (path: string, form: Record<string, string>): Asked =>
  post(path, undefined, new URLSearchParams(form).toString(), FORM);

const consenting = async (g: Ground) => {
  const { asked, client_id } = await authorizing();
  const { headers } = await run(await prepare(asked));
  const request = new URL(headers.location ?? '').searchParams.get('request') ?? '';
  const path = `/api/oauth/sites/${g.site.id}/connections`;
  return { client_id, request, asked: post(path, g.session, { request, scopes: ['read', 'write'] }) };
};

const exchanging = async (g: Ground) => {
  const { client_id, asked } = await consenting(g);
  const { redirect_to } = await call<{ redirect_to: string }>(asked);
  const code = new URL(redirect_to).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT, code_verifier: VERIFIER };
  return { client_id, asked: posting('/oauth/token', form) };
};

const connecting = async (g: Ground) => {
  const { client_id, asked } = await exchanging(g);
  return { client_id, ...(await call<{ access_token: string; refresh_token: string }>(asked)) };
};

const listing = (g: Ground) => get(`/api/oauth/sites/${g.site.id}/connections`, g.session);

export const oauth: Case[] = [
  { of: 'registerClient', ask: async () => registering },
  { of: 'authorize', ask: async () => (await authorizing()).asked },
  { of: 'createConnection', ask: async (g) => (await consenting(g)).asked },
  { of: 'issueToken', variant: 'code', ask: async (g) => (await exchanging(g)).asked },
  {
    of: 'issueToken',
    variant: 'refresh token',
    ask: async (g) => {
      const { client_id, refresh_token } = await connecting(g);
      return posting('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token });
    },
  },
  {
    of: 'revokeToken',
    ask: async (g) => posting('/oauth/revoke', { token: (await connecting(g)).refresh_token }),
  },
  {
    of: 'listConnections',
    ask: async (g) => {
      await connecting(g);
      return listing(g);
    },
  },
  {
    of: 'revokeConnection',
    ask: async (g) => {
      await connecting(g);
      const list = listing(g);
      const { items } = await call<{ items: { id: string }[] }>(list);
      return send('DELETE', `${list.path}/${items[0]?.id}`, g.session);
    },
  },
  {
    of: 'readOAuthRequest',
    ask: async (g) => {
      const { request } = await consenting(g);
      return post('/api/oauth/request', g.session, { request });
    },
  },
  {
    of: 'mcp list_annotations',
    variant: 'signed in',
    budget: 'signedInTool',
    ask: async (g) => {
      const { access_token } = await connecting(g);
      const asked = toolCall('/mcp', 'list_annotations', { status: 'pending' }, access_token);
      // The first use in an hour is one more write.
      await call(asked);
      return asked;
    },
  },
];
