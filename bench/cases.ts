import { signFile } from '../functions/files/signed-url.ts';
import { now } from '../functions/kit/clock.ts';
import { newId } from '../functions/kit/ids.ts';
import { annotationPartition } from '../functions/kit/keys.ts';
import { addressHash } from '../functions/mail/address.ts';
import { unsubscribeUrl } from '../functions/mail/unsubscribe-url.ts';
import { noteSecret } from '../functions/widget/note-secret.ts';
import type { BudgetClass } from './budgets.ts';
import { newNote, newThread, noteBody } from './notes.ts';
import { type Asked, call, type Site, type World } from './world.ts';

/** What a case works on. */
export interface Ground extends World {
  site: Site;
  /** Threads with replies and evidence. */
  note: () => Promise<string>;
  bareNote: () => Promise<string>;
  stakeholder: () => Promise<{ id: string; token: string }>;
}

export interface Case {
  /** The contract's operation id, or `mcp <tool>`. */
  of: string;
  /** Which way of calling it, where there are several. */
  variant?: string;
  budget?: BudgetClass;
  /** What an Idempotency-Key may add is asserted against the same case without one. */
  once?: true;
  ask: (ground: Ground) => Promise<Asked>;
  /** The thread that is read, where its size decides the budget. */
  reads?: (asked: Asked, ground: Ground) => string[];
}

const MCP_REVISION = '2026-07-28';

const get = (path: string, as?: string): Asked => ({ method: 'GET', path, ...(as !== undefined && { as }) });

const mcp = (tool: string, args: (ground: Ground) => Promise<Record<string, unknown>>): Case => ({
  of: `mcp ${tool}`,
  ask: async (ground) => ({
    method: 'POST',
    path: `/mcp/${ground.site.mcp_token}`,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MCP_REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: tool,
        arguments: await args(ground),
        _meta: {
          'io.modelcontextprotocol/protocolVersion': MCP_REVISION,
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  }),
});

const idIn = (path: string) => /annotations\/([^/]+)/.exec(path)?.[1] ?? '';
const threadOf: NonNullable<Case['reads']> = ({ path }, { workspace_id }) => [
  annotationPartition(workspace_id, idIn(path)),
];
const threadOfTool: NonNullable<Case['reads']> = ({ body }, { workspace_id }) => {
  const { params } = body as { params: { arguments: { id: string } } };
  return [annotationPartition(workspace_id, params.arguments.id)];
};

const key = () => ({ 'idempotency-key': newId() });
const resolution = { explanation: 'Fixed.', diff_url: 'https://code.example.com/shop/pull/7' };
const origin = { origin: 'https://shop.example.com' };

const discovery: Case[] = [
  { of: 'getHealth', ask: async () => get('/api/health') },
  { of: 'getLlmsTxt', ask: async () => get('/llms.txt') },
  { of: 'getLlmsFullTxt', ask: async () => get('/llms-full.txt') },
  { of: 'getMcpJson', ask: async () => get('/mcp.json') },
  { of: 'getOpenapiJson', ask: async () => get('/openapi.json') },
];

const siteBody = { name: 'Shop', url: 'https://shop.example.com/' };
const siteOf = async (ground: Ground) => `/api/widget/sites/${(await ground.newSite()).id}`;

const sites: Case[] = [
  { of: 'listSites', ask: async ({ token }) => get('/api/v1/sites', token) },
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
  {
    of: 'createSite',
    ask: async ({ token }) => ({ method: 'POST', path: '/api/widget/sites', as: token, body: siteBody }),
  },
  {
    of: 'createSite',
    once: true,
    ask: async ({ token }) => ({
      method: 'POST',
      path: '/api/widget/sites',
      as: token,
      body: siteBody,
      headers: key(),
    }),
  },
  {
    of: 'patchSite',
    ask: async (g) => ({ method: 'PATCH', path: await siteOf(g), as: g.token, body: { name: 'Other' } }),
  },
  { of: 'deleteSite', ask: async (g) => ({ method: 'DELETE', path: await siteOf(g), as: g.session }) },
  { of: 'getSiteSecrets', ask: async (g) => get(`/api/widget/sites/${g.site.id}/secrets`, g.session) },
  {
    of: 'rotateMcpToken',
    ask: async (g) => ({ method: 'POST', path: `${await siteOf(g)}/secrets/rotate-mcp-token`, as: g.session }),
  },
  {
    of: 'createStakeholder',
    ask: async (g) => ({
      method: 'POST',
      path: `/api/widget/sites/${g.site.id}/stakeholders`,
      as: g.token,
      body: { name: 'Ida', email: 'ida@example.com' },
    }),
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

const onBothSurfaces = (of: string, widgetOf: string, ask: (g: Ground, path: string) => Promise<Asked>): Case[] => [
  { of, ask: (g) => ask(g, '/api/v1') },
  { of: widgetOf, ask: (g) => ask(g, '/api/widget') },
];

const annotations: Case[] = [
  ...onBothSurfaces('listAnnotations', 'listWidgetAnnotations', async (g, at) =>
    get(`${at}/sites/${g.site.id}/annotations`, g.token),
  ),
  {
    of: 'listAnnotations',
    variant: 'status=pending',
    ask: async (g) => get(`/api/v1/sites/${g.site.id}/annotations?status=pending`, g.token),
  },
  ...onBothSurfaces('getAnnotation', 'getWidgetAnnotation', async (g, at) =>
    get(`${at}/annotations/${await g.note()}`, g.token),
  ).map((one) => ({ ...one, reads: threadOf })),
  ...onBothSurfaces('annotationMarkdown', 'widgetAnnotationMarkdown', async (g, at) =>
    get(`${at}/annotations/${await g.note()}/markdown`, g.token),
  ).map((one) => ({ ...one, reads: threadOf })),
  ...onBothSurfaces('patchAnnotation', 'patchWidgetAnnotation', async (g, at) => ({
    method: 'PATCH',
    path: `${at}/annotations/${await g.note()}`,
    as: g.token,
    body: { status: 'resolved', summary: 'The total is computed anew on every change.' },
  })),
  {
    of: 'patchAnnotation',
    variant: 'assignee, session',
    ask: async (g) => ({
      method: 'PATCH',
      path: `/api/v1/annotations/${await g.note()}`,
      as: g.session,
      body: { assignee_id: g.user_id },
    }),
  },
  ...onBothSurfaces('createReply', 'createWidgetReply', async (g, at) => ({
    method: 'POST',
    path: `${at}/annotations/${await g.note()}/replies`,
    as: g.token,
    body: { body: 'Which browser is that?' },
  })),
  {
    of: 'createReply',
    once: true,
    ask: async (g) => ({
      method: 'POST',
      path: `/api/v1/annotations/${await g.note()}/replies`,
      as: g.token,
      body: { body: 'Which browser is that?' },
      headers: key(),
    }),
  },
  {
    of: 'deleteAnnotation',
    ask: async (g) => ({ method: 'DELETE', path: `/api/widget/annotations/${await g.note()}`, as: g.token }),
  },
];

const resolutions: Case[] = [
  {
    of: 'getResolutionUploadUrl',
    ask: async (g) => ({
      method: 'POST',
      path: `/api/v1/annotations/${await g.note()}/resolutions/upload-url`,
      as: g.token,
      body: { kind: 'before', content_type: 'image/png' },
    }),
  },
  {
    of: 'createResolution',
    ask: async (g) => ({
      method: 'POST',
      path: `/api/v1/annotations/${await g.note()}/resolutions`,
      as: g.token,
      body: resolution,
    }),
  },
  {
    of: 'createResolution',
    once: true,
    ask: async (g) => ({
      method: 'POST',
      path: `/api/v1/annotations/${await g.note()}/resolutions`,
      as: g.token,
      body: resolution,
      headers: key(),
    }),
  },
  {
    of: 'listResolutions',
    ask: async (g) => get(`/api/v1/annotations/${await g.note()}/resolutions`, g.token),
  },
  {
    of: 'getFile',
    ask: async (g) => {
      const file = `kept/${g.workspace_id}/${g.site.id}/${await g.note()}/screenshot.png`;
      return get(`/files/${signFile(file, now() + 60_000)}`);
    },
  },
];

const sendNote = (g: Ground, headers = {}): Asked => ({
  method: 'POST',
  path: '/api/widget/annotations',
  as: g.site.widget_token,
  body: noteBody(),
  headers: { ...origin, ...headers },
});

const widget: Case[] = [
  {
    of: 'getWidgetSettings',
    ask: async (g) => ({ ...get('/api/widget/settings', g.site.widget_token), headers: origin }),
  },
  {
    of: 'createUpload',
    ask: async (g) => ({
      method: 'POST',
      path: '/api/widget/uploads',
      as: g.site.widget_token,
      body: { kind: 'screenshot', content_type: 'image/png' },
      headers: origin,
    }),
  },
  { of: 'createAnnotation', ask: async (g) => sendNote(g) },
  { of: 'createAnnotation', once: true, ask: async (g) => sendNote(g, key()) },
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
      return {
        method: 'POST',
        path: `/api/widget/notes/${id}/replies`,
        as: g.site.widget_token,
        body: { body: 'In Firefox.' },
        headers: { ...origin, 'x-sidenote-notes': noteSecret(g.workspace_id, id, 'k1') },
      };
    },
  },
  {
    of: 'reportSeen',
    ask: async (g) => ({
      method: 'POST',
      path: '/api/widget/seen',
      as: g.site.widget_token,
      body: { url: 'https://shop.example.com/', version: '0.1.0' },
      headers: origin,
    }),
  },
  { of: 'getLoader', ask: async (g) => get(`/w/${g.site.loader_secret_id}/widget.js`) },
];

const apiTokens: Case[] = [
  ...[{}, { once: true as const }].map(
    (more): Case => ({
      of: 'createApiToken',
      ...more,
      ask: async (g) => ({
        method: 'POST',
        path: `/api/workspaces/${g.workspace_id}/api-tokens`,
        as: g.session,
        body: { name: 'ci' },
        ...(more.once && { headers: key() }),
      }),
    }),
  ),
  { of: 'listApiTokens', ask: async (g) => get(`/api/workspaces/${g.workspace_id}/api-tokens`, g.session) },
  {
    of: 'revokeApiToken',
    ask: async (g) => {
      const path = `/api/workspaces/${g.workspace_id}/api-tokens`;
      const made = await call<{ token_id: string }>({ method: 'POST', path, as: g.session, body: { name: 'ci' } });
      return { method: 'DELETE', path: `${path}/${made.token_id}`, as: g.session };
    },
  },
];

const unsubscribePath = () => new URL(unsubscribeUrl(addressHash('visitor@example.com'))).pathname;

const mail: Case[] = [
  { of: 'getUnsubscribePage', ask: async () => get(unsubscribePath()) },
  { of: 'unsubscribe', ask: async () => ({ method: 'POST', path: unsubscribePath() }) },
];

const tools: Case[] = [
  mcp('list_annotations', async () => ({ status: 'pending' })),
  { ...mcp('read_annotation', async (g) => ({ id: await g.note() })), reads: threadOfTool },
  mcp('acknowledge', async (g) => ({ id: await g.note() })),
  mcp('reply', async (g) => ({ id: await g.note(), message: 'Which browser is that?' })),
  mcp('resolve', async (g) => ({ id: await g.note(), summary: 'The total is computed anew.' })),
  mcp('patch_annotation', async (g) => ({ id: await g.note(), status: 'blocked' })),
  mcp('get_resolution_upload_url', async (g) => ({
    annotation_id: await g.note(),
    kind: 'after',
    content_type: 'image/png',
  })),
  mcp('attach_resolution', async (g) => ({ annotation_id: await g.note(), ...resolution })),
  mcp('list_resolutions', async (g) => ({ annotation_id: await g.note() })),
  mcp('run_personas', async (g) => ({ id: await g.note() })),
];

/** At least one for every contract row and every tool. */
export const cases: readonly Case[] = [
  ...discovery,
  ...sites,
  ...annotations,
  ...resolutions,
  ...widget,
  ...apiTokens,
  ...mail,
  ...tools,
];

/** A site with a page of notes, and ways to get more of everything. */
export const openGround = async (world: World): Promise<Ground> => {
  const site = await world.newSite();
  await Promise.all(Array.from({ length: 60 }, () => newNote(site)));
  return {
    ...world,
    site,
    note: () => newThread(world, site),
    bareNote: () => newNote(site),
    stakeholder: async () => {
      const path = `/api/widget/sites/${site.id}/stakeholders`;
      return call({ method: 'POST', path, as: world.token, body: { name: 'Ida' } });
    },
  };
};
