import { newId } from '../../functions/kit/ids.ts';
import { examples } from '../../functions/sites/examples.ts';
import { call } from '../world.ts';
import { type Case, type Ground, get, key, post, send } from './case.ts';

const stakeholderPath = async (g: Ground): Promise<string> =>
  `/api/widget/sites/${g.site.id}/stakeholders/${(await g.stakeholder()).token}`;

export const sites: Case[] = [
  { of: 'listSites', ask: async ({ token }) => get('/api/v1/sites', token) },
  {
    of: 'listSites',
    variant: "a token's first use in an hour",
    budget: 'readNoted',
    ask: async ({ session, workspace_id }) => {
      const minting = post(`/api/workspaces/${workspace_id}/api-tokens`, session, { name: 'fresh' });
      return get('/api/v1/sites', (await call<{ token: string }>(minting)).token);
    },
  },
  { of: 'listSites', variant: 'session', ask: async ({ session }) => get('/api/v1/sites', session) },
  {
    of: 'listSites',
    variant: 'first sign-in',
    budget: 'firstSignIn',
    ask: async ({ signIn }) => {
      const first = async () => get('/api/v1/sites', await signIn(`${newId()}@example.com`));
      // Reads the operators' switches, which a process keeps for a minute.
      await call(await first());
      return first();
    },
  },
  {
    of: 'createSite',
    once: true,
    ask: async ({ token }) => post('/api/widget/sites', token, examples.createSite, key()),
  },
  {
    of: 'patchStakeholder',
    ask: async (g) => send('PATCH', await stakeholderPath(g), g.token, examples.patchStakeholder),
  },
  {
    of: 'revokeStakeholder',
    ask: async (g) => send('DELETE', await stakeholderPath(g), g.token),
  },
];
