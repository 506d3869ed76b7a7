import { newId } from '../../functions/kit/ids.ts';
import { call } from '../world.ts';
import { type Case, type Ground, get, key, post } from './case.ts';

const siteBody = { name: 'Shop', url: 'https://shop.example.com/' };
const siteOf = async (ground: Ground) => `/api/widget/sites/${(await ground.newSite()).id}`;

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
    ask: async ({ signIn }) => get('/api/v1/sites', await signIn(`${newId()}@example.com`)),
  },
  { of: 'listWidgetSites', ask: async ({ token }) => get('/api/widget/sites', token) },
  { of: 'getSite', ask: async ({ token, site }) => get(`/api/v1/sites/${site.id}`, token) },
  { of: 'getWidgetSite', ask: async ({ token, site }) => get(`/api/widget/sites/${site.id}`, token) },
  { of: 'getSiteSeen', ask: async ({ token, site }) => get(`/api/widget/sites/${site.id}/seen`, token) },
  {
    of: 'createSite',
    ask: async ({ token }) => post('/api/widget/sites', token, siteBody),
  },
  {
    of: 'createSite',
    once: true,
    ask: async ({ token }) => post('/api/widget/sites', token, siteBody, key()),
  },
  {
    of: 'patchSite',
    ask: async (g) => ({ method: 'PATCH', path: await siteOf(g), as: g.token, body: { name: 'Other' } }),
  },
  { of: 'deleteSite', ask: async (g) => ({ method: 'DELETE', path: await siteOf(g), as: g.session }) },
  { of: 'getSiteSecrets', ask: async (g) => get(`/api/widget/sites/${g.site.id}/secrets`, g.session) },
  {
    of: 'rotateMcpToken',
    ask: async (g) => post(`${await siteOf(g)}/secrets/rotate-mcp-token`, g.session),
  },
  {
    of: 'createStakeholder',
    ask: async (g) =>
      post(`/api/widget/sites/${g.site.id}/stakeholders`, g.token, { name: 'Ida', email: 'ida@example.com' }),
  },
  { of: 'listStakeholders', ask: async (g) => get(`/api/widget/sites/${g.site.id}/stakeholders`, g.token) },
  {
    of: 'patchStakeholder',
    ask: async (g) => ({
      method: 'PATCH',
      path: `/api/widget/sites/${g.site.id}/stakeholders/${(await g.stakeholder()).token}`,
      as: g.token,
      body: { name: 'Ida B.' },
    }),
  },
  {
    of: 'revokeStakeholder',
    ask: async (g) => ({
      method: 'DELETE',
      path: `/api/widget/sites/${g.site.id}/stakeholders/${(await g.stakeholder()).token}`,
      as: g.token,
    }),
  },
];
