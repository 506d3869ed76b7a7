import { newId } from '../../functions/kit/ids.ts';
import { keys, partitions } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { unsubscribeUrl } from '../../functions/mail/unsubscribe-url.ts';
import { call } from '../world.ts';
import { alsoOnce, type Case, type Ground, get, post, send } from './case.ts';

const tokensPath = (g: Ground) => `/api/workspaces/${g.workspace_id}/api-tokens`;

export const apiTokens: Case[] = [
  ...alsoOnce({ of: 'createApiToken', ask: async (g) => post(tokensPath(g), g.session, { name: 'ci' }) }),
  {
    of: 'revokeApiToken',
    ask: async (g) => {
      const path = tokensPath(g);
      const made = await call<{ token_id: string }>(post(path, g.session, { name: 'ci' }));
      return send('DELETE', `${path}/${made.token_id}`, g.session);
    },
  },
];

const unsubscribePath = () => new URL(unsubscribeUrl(addressHash('reader@example.com'))).pathname;

export const mail: Case[] = [
  { of: 'getUnsubscribePage', ask: async () => get(unsubscribePath()) },
  { of: 'unsubscribe', ask: async () => post(unsubscribePath()) },
];

const ownWorkspace = (g: Ground) => `/api/workspaces/${g.workspace_id}`;

/** A second workspace of the OWNER, next to the personal one. */
const newWorkspace = async ({ session }: Ground): Promise<string> => {
  const { id } = await call<{ id: string }>(post('/api/workspaces', session, { name: 'Studio' }));
  return `/api/workspaces/${id}`;
};

const newMember = async ({ table, workspace_id }: Ground): Promise<string> => {
  const user_id = newId();
  const row = { workspace_id, user_id, email: 'm@example.com', name: 'M', role: 'MEMBER', site_grants: [] };
  const found = { gsi1pk: partitions.userWorkspaces(user_id), gsi1sk: `WS#${workspace_id}` };
  await table.put({ ...keys.member(workspace_id, user_id), ...found, ...row, created_at: Date.now() });
  return user_id;
};

/** A second member of a workspace that can be transferred. */
const newHeir = async (g: Ground) => {
  const path = await newWorkspace(g);
  const workspace_id = path.split('/').at(-1) ?? '';
  return { path, user_id: await newMember({ ...g, workspace_id }) };
};

const deleted = async (g: Ground): Promise<string> => {
  const path = await newWorkspace(g);
  await call(send('DELETE', path, g.session));
  return path;
};

export const workspaces: Case[] = [
  ...alsoOnce({ of: 'createWorkspace', ask: async (g) => post('/api/workspaces', g.session, { name: 'Studio' }) }),
  {
    of: 'listWorkspaces',
    variant: 'of eleven',
    ask: async (g) => {
      const session = await g.signIn(`${newId()}@example.com`);
      for (let made = 0; made < 10; made += 1) await call(post('/api/workspaces', session, { name: 'Studio' }));
      return get('/api/workspaces', session);
    },
  },
  {
    of: 'listWorkspaces',
    variant: 'first sign-in',
    budget: 'firstSignIn',
    ask: async (g) => get('/api/workspaces', await g.signIn(`${newId()}@example.com`)),
  },
  {
    of: 'patchWorkspace',
    ask: async (g) => send('PATCH', await newWorkspace(g), g.session, { name: 'Studio 2' }),
  },
  { of: 'deleteWorkspace', ask: async (g) => send('DELETE', await newWorkspace(g), g.session) },
  { of: 'restoreWorkspace', ask: async (g) => post(`${await deleted(g)}/restore`, g.session) },
  {
    of: 'transferOwner',
    ask: async (g) => {
      const { path, user_id } = await newHeir(g);
      return post(`${path}/transfer-owner`, g.session, { user_id });
    },
  },
  {
    of: 'patchMember',
    ask: async (g) => {
      const { path, user_id } = await newHeir(g);
      return send('PATCH', `${path}/members/${user_id}`, g.session, { role: 'GUEST' });
    },
  },
  {
    of: 'removeMember',
    ask: async (g) => {
      const { path, user_id } = await newHeir(g);
      return send('DELETE', `${path}/members/${user_id}`, g.session);
    },
  },
];

const invite = async (g: Ground, email = `${newId()}@example.com`) => {
  const body = { email, role: 'MEMBER' };
  const path = `${ownWorkspace(g)}/invitations`;
  const { token } = await call<{ token: string }>(post(path, g.session, body));
  return { path, token };
};

export const invitations: Case[] = [
  {
    of: 'listInvitations',
    ask: async (g) => get((await invite(g)).path, g.session),
  },
  {
    of: 'deleteView',
    ask: async (g) => {
      const views = `/api/workspaces/${g.workspace_id}/views`;
      const view = (await call(post(views, g.session, { name: 'Checkout', search: 'status=all', shared: true }))) as {
        id: string;
      };
      return send('DELETE', `${views}/${view.id}`, g.session);
    },
  },
  {
    of: 'revokeInvitation',
    ask: async (g) => {
      const { path, token } = await invite(g);
      return send('DELETE', `${path}/${token}`, g.session);
    },
  },
  {
    of: 'resendInvitation',
    ask: async (g) => {
      const { path, token } = await invite(g);
      return post(`${path}/${token}/resend`, g.session);
    },
  },
  { of: 'previewInvitation', ask: async (g) => get(`/api/invitations/${(await invite(g)).token}`) },
  {
    of: 'acceptInvitation',
    ask: async (g) => {
      const email = `${newId().toLowerCase()}@example.com`;
      const guest = await g.signIn(email);
      await call(get('/api/v1/sites', guest));
      return post('/api/invitations/accept', guest, { token: (await invite(g, email)).token });
    },
  },
];
