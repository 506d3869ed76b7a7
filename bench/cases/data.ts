import { newId } from '../../functions/kit/ids.ts';
import { personOfAddress } from '../../functions/kit/text/address.ts';
import { dataUrl } from '../../functions/mail/data-url.ts';
import { noteBody } from '../notes.ts';
import { call } from '../world.ts';
import { type Case, type Ground, get, post, send } from './case.ts';

const newVisitor = async (g: Ground) => {
  const email = `${newId().toLowerCase()}@example.com`;
  const headers = { origin: 'https://shop.example.com' };
  await call(post('/api/widget/annotations', g.site.widget_token, { ...noteBody(), email }, headers));
  return new URL(dataUrl(personOfAddress(email))).pathname;
};

const newPerson = async (g: Ground) => {
  const session = await g.signIn(`${newId().toLowerCase()}@example.com`);
  await call(get('/api/v1/sites', session));
  return session;
};

const newTeam = async ({ session }: Ground): Promise<string> =>
  (await call<{ id: string }>(post('/api/workspaces', session, { name: 'Studio' }))).id;

export const data: Case[] = [
  { of: 'requestMyExport', ask: async (g) => post('/api/me/export', await newPerson(g)) },
  {
    of: 'endSession',
    ask: async (g) => {
      const as = await newPerson(g);
      const { items } = await call<{ items: { id: string }[] }>(get('/api/me/sessions', as));
      return send('DELETE', `/api/me/sessions/${items[0]?.id}`, as);
    },
  },
  { of: 'signOut', ask: async (g) => post('/api/me/sign-out', await newPerson(g)) },
  { of: 'getMyExport', ask: async (g) => get('/api/me/export', g.session) },
  { of: 'deleteMe', ask: async (g) => send('DELETE', '/api/me', await newPerson(g)) },
  { of: 'requestWorkspaceExport', ask: async (g) => post(`/api/workspaces/${await newTeam(g)}/export`, g.session) },
  { of: 'getWorkspaceExport', ask: async (g) => get(`/api/workspaces/${g.workspace_id}/export`, g.session) },
  { of: 'getDataPage', ask: async (g) => get(await newVisitor(g)) },
  { of: 'downloadData', ask: async (g) => post(`${await newVisitor(g)}/export`) },
  { of: 'eraseData', ask: async (g) => post(`${await newVisitor(g)}/erase`) },
];
