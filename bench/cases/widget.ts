import { newId } from '../../functions/kit/ids.ts';
import { annotationPartition } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { signThread } from '../../functions/threads/thread-url.ts';
import { noteSecret } from '../../functions/widget/note-secret.ts';
import { noteBody, VISITOR } from '../notes.ts';
import { type Asked, call } from '../world.ts';
import { alsoOnce, type Case, type Ground, get, post, send } from './case.ts';

const origin = { origin: 'https://shop.example.com' };

const sendNote = (g: Ground, headers = {}): Asked =>
  post('/api/widget/annotations', g.site.widget_token, noteBody(), { ...origin, ...headers });

const resolvedNote = async (g: Ground): Promise<string> => {
  const id = await g.note();
  await call(send('PATCH', `/api/v1/annotations/${id}`, g.token, { status: 'resolved' }));
  return id;
};

const threadPath = async (g: Ground): Promise<string> => {
  const linked = { ws: g.workspace_id, annotation: await resolvedNote(g) };
  return `/api/threads/${signThread(linked, addressHash(VISITOR))}`;
};

const form = (path: string, fields: Record<string, string>): Asked =>
  post(path, undefined, String(new URLSearchParams({ once: newId(), ...fields })));

export const threads: Case[] = [
  { of: 'getThreadPage', ask: async (g) => get(await threadPath(g)) },
  { of: 'replyToThread', ask: async (g) => form(`${await threadPath(g)}/replies`, { body: 'In Firefox.' }) },
  { of: 'confirmFix', ask: async (g) => form(`${await threadPath(g)}/confirmation`, { fixed: 'yes' }) },
];

const asMember = async ({ session, site }: Ground) => {
  const given = { token: site.widget_token, origin: origin.origin };
  const { token } = await call<{ token: string }>(post('/api/widget/page-access', session, given));
  return { ...origin, 'x-sidenote-member': token };
};

const onPin = (of: string, ask: (path: string, g: Ground) => Asked): Case => ({
  of,
  ask: async (g) => {
    const headers = await asMember(g);
    return { ...ask(`/api/widget/pins/${await g.bareNote()}`, g), headers };
  },
});

const pins: Case[] = [
  { of: 'getTeamModePage', ask: async () => get('/api/widget/team-mode') },
  {
    of: 'createPageAccess',
    ask: async (g) => post('/api/widget/page-access', g.session, { token: g.site.widget_token, origin: origin.origin }),
  },
  {
    of: 'listPins',
    ask: async (g) => {
      const headers = await asMember(g);
      const page = encodeURIComponent('https://shop.example.com/nowhere');
      return { ...get(`/api/widget/pins?page_url=${page}`, g.site.widget_token), headers };
    },
  },
  onPin('getPin', (path, g) => get(path, g.site.widget_token)),
  onPin('replyToPin', (path, g) => post(`${path}/replies`, g.site.widget_token, { body: 'On it.', internal: true })),
  onPin('setPinStatus', (path, g) => post(`${path}/status`, g.site.widget_token, { status: 'blocked' })),
];

export const widget: Case[] = [
  {
    of: 'getWidgetSettings',
    ask: async (g) => ({ ...get('/api/widget/settings', g.site.widget_token), headers: origin }),
  },
  {
    of: 'createUpload',
    ask: async (g) =>
      post(
        '/api/widget/uploads',
        g.site.widget_token,
        { kind: 'screenshot', content_type: 'image/png', size: 1000 },
        origin,
      ),
  },
  ...alsoOnce({ of: 'createAnnotation', ask: async (g) => sendNote(g) }),
  {
    of: 'createAnnotation',
    variant: 'praise',
    budget: 'kindCreate',
    ask: async (g) => ({ ...sendNote(g), body: noteBody('praise') }),
  },
  {
    of: 'createAnnotation',
    variant: 'stakeholder',
    budget: 'stakeholderCreate',
    ask: async (g) => sendNote(g, { 'x-sidenote-stakeholder': (await g.stakeholder()).token }),
  },
  {
    of: 'listNotes',
    variant: 'two notes',
    ask: async (g) => {
      const ids = [await g.note(), await g.note()];
      const secrets = ids.map((id) => noteSecret(g.workspace_id, id, 'k1')).join(',');
      return {
        ...get('/api/widget/notes', g.site.widget_token),
        headers: { ...origin, 'x-sidenote-notes': secrets, 'x-bench-notes': ids.join(',') },
      };
    },
    reads: ({ headers }, { workspace_id }) =>
      (headers?.['x-bench-notes'] ?? '').split(',').map((id) => annotationPartition(workspace_id, id)),
  },
  {
    of: 'replyToNote',
    ask: async (g) => {
      const id = await g.note();
      return post(
        `/api/widget/notes/${id}/replies`,
        g.site.widget_token,
        { body: 'In Firefox.' },
        { ...origin, 'x-sidenote-notes': noteSecret(g.workspace_id, id, 'k1') },
      );
    },
  },
  {
    of: 'confirmNote',
    ask: async (g) => {
      const id = await resolvedNote(g);
      const secret = { ...origin, 'x-sidenote-notes': noteSecret(g.workspace_id, id, 'k1') };
      return post(`/api/widget/notes/${id}/confirmation`, g.site.widget_token, { fixed: true }, secret);
    },
  },
  {
    of: 'getNews',
    ask: async (g) => {
      const secrets = noteSecret(g.workspace_id, await g.note(), 'k1');
      return { ...get('/api/widget/news', g.site.widget_token), headers: { ...origin, 'x-sidenote-notes': secrets } };
    },
  },
  ...pins,
  {
    of: 'reportSeen',
    ask: async (g) => {
      const body = { url: 'https://shop.example.com/', version: '0.1.0' };
      return post(`/w/${g.site.loader_secret_id}/seen`, undefined, body, origin);
    },
  },
  { of: 'getLoader', ask: async (g) => get(`/w/${g.site.loader_secret_id}/widget.js`) },
];
