import { examples } from '../../functions/annotations/examples.ts';
import { shortUploadUrl } from '../../functions/files/short-upload.ts';
import { signFile } from '../../functions/files/signed-url.ts';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { annotationPartition } from '../../functions/kit/table/keys.ts';
import { indexNote } from '../../functions/search/index-note.ts';
import { newThread } from '../notes.ts';
import { type Asked, call } from '../world.ts';
import { alsoOnce, type Case, type Ground, get, key, post, resolution, send } from './case.ts';

const idIn = (path: string) => /annotations\/([^/]+)/.exec(path)?.[1] ?? '';
const threadOf: NonNullable<Case['reads']> = ({ path }, { workspace_id }) => [
  annotationPartition(workspace_id, idIn(path)),
];
const onBothSurfaces = (of: string, widgetOf: string, ask: (g: Ground, path: string) => Promise<Asked>): Case[] => [
  { of, ask: (g) => ask(g, '/api/v1') },
  { of: widgetOf, ask: (g) => ask(g, '/api/widget') },
];

export const annotations: Case[] = [
  ...onBothSurfaces('listAnnotations', 'listWidgetAnnotations', async (g, at) =>
    get(`${at}/sites/${g.site.id}/annotations`, g.token),
  ),
  {
    of: 'listAnnotations',
    variant: 'status=pending',
    ask: async (g) => get(`/api/v1/sites/${g.site.id}/annotations?status=pending`, g.token),
  },
  {
    of: 'listAnnotations',
    variant: 'q',
    budget: 'search',
    ask: async (g) => {
      const { items } = await call<{ items: { id: string }[] }>(
        get(`/api/v1/sites/${g.site.id}/annotations?limit=200`, g.token),
      );
      const place = { ws: g.workspace_id, site: g.site.id };
      for (const { id } of items) await indexNote(g.table, place, id);
      return get(`/api/v1/sites/${g.site.id}/annotations?q=checkout`, g.token);
    },
  },
  ...onBothSurfaces('getAnnotation', 'getWidgetAnnotation', async (g, at) =>
    get(`${at}/annotations/${await g.note()}`, g.token),
  ).map((one) => ({ ...one, reads: threadOf })),
  {
    of: 'countAnnotations',
    ask: async (g) => get(`/api/widget/sites/${g.site.id}/annotations/counts`, g.token),
  },
  {
    of: 'listThumbnails',
    ask: async (g) => get(`/api/widget/sites/${g.site.id}/annotations/thumbnails?ids=${await g.note()}`, g.token),
  },
  { of: 'listOpened', ask: async (g) => get(`/api/widget/sites/${g.site.id}/opened`, g.session) },
  {
    of: 'markOpened',
    ask: async (g) =>
      post(`/api/widget/sites/${g.site.id}/opened`, g.session, {
        notes: [{ annotation_id: await g.note(), updated_at: String(now()) }],
      }),
  },
  {
    of: 'listDuplicates',
    ask: async (g) => get(`/api/widget/annotations/${await g.note()}/duplicates`, g.token),
  },
  ...onBothSurfaces('annotationMarkdown', 'widgetAnnotationMarkdown', async (g, at) =>
    get(`${at}/annotations/${await g.note()}/markdown`, g.token),
  ).map((one) => ({ ...one, reads: threadOf })),
  ...onBothSurfaces('patchAnnotation', 'patchWidgetAnnotation', async (g, at) =>
    send('PATCH', `${at}/annotations/${await g.note()}`, g.token, {
      status: 'resolved',
      summary: 'The total is recomputed after every change.',
    }),
  ),
  {
    of: 'patchAnnotation',
    variant: 'praise',
    ask: async (g) =>
      send('PATCH', `/api/v1/annotations/${await newThread(g, g.site, 'praise')}`, g.token, {
        status: 'resolved',
        summary: 'Passed on to the team.',
      }),
  },
  {
    of: 'patchAnnotation',
    variant: 'assignee, session',
    ask: async (g) => send('PATCH', `/api/v1/annotations/${await g.note()}`, g.session, { assignee_id: g.user_id }),
  },
  {
    of: 'claimAnnotation',
    ask: async (g) => post(`/api/v1/annotations/${await g.note()}/claim`, g.token),
  },
  {
    of: 'releaseAnnotation',
    ask: async (g) => send('DELETE', `/api/v1/annotations/${await g.note()}/claim`, g.token),
  },
  {
    of: 'requestApproval',
    ask: async (g) => post(`/api/v1/annotations/${await g.note()}/approval`, g.token, examples.requestApproval),
  },
  {
    of: 'decideApproval',
    ask: async (g) => post(`/api/widget/annotations/${await g.note()}/approval`, g.session, examples.decideApproval),
  },
  {
    of: 'verifyAnnotation',
    ask: async (g) => post(`/api/v1/annotations/${await g.bareNote()}/verify`, g.token),
  },
  {
    of: 'checkAnchors',
    ask: async (g) =>
      post(`/api/v1/sites/${g.site.id}/anchor-checks`, g.token, { page_url: `https://shop.example.com/${newId()}` }),
  },
  {
    of: 'createReply',
    once: true,
    ask: async (g) => post(`/api/v1/annotations/${await g.note()}/replies`, g.token, examples.createReply, key()),
  },
];

export const resolutions: Case[] = [
  ...alsoOnce({
    of: 'createResolution',
    ask: async (g) => post(`/api/v1/annotations/${await g.note()}/resolutions`, g.token, resolution),
  }),
  {
    of: 'resolveAnnotation',
    ask: async (g) =>
      post(`/api/v1/annotations/${await g.note()}/resolve`, g.token, { summary: 'Fixed.', ...resolution }),
  },
  {
    of: 'putUpload',
    ask: async (g) => {
      const upload = {
        workspace_id: g.workspace_id,
        annotation_id: await g.note(),
        kind: 'after',
        id: newId(),
      } as const;
      const url = shortUploadUrl({ ...upload, size: 100 }, now() + 60_000);
      return send('PUT', new URL(url).pathname);
    },
  },
  {
    of: 'getFile',
    ask: async (g) => {
      const file = `kept/${g.workspace_id}/${g.site.id}/${await g.note()}/screenshot.png`;
      return get(`/files/${signFile(file, now() + 60_000)}`);
    },
  },
];
