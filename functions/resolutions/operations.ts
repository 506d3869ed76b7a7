import { presentResolution } from '../annotations/present.ts';
import { type ResolutionRow, resolutionRows } from '../annotations/rows.ts';
import { annotationStore } from '../annotations/store.ts';
import { mayBeFixed } from '../annotations/verification.ts';
import type { Thread } from '../annotations/whole-thread.ts';
import { shortUploadUrl } from '../files/short-upload.ts';
import type { Actor } from '../kit/actor.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { SECOND } from '../kit/clock.ts';
import { unprocessable } from '../kit/errors.ts';
import { attach, attachNamed, attachSent } from '../kit/files/attach.ts';
import type { Storage } from '../kit/files/storage.ts';
import { countUnsized } from '../kit/files/unsized-uploads.ts';
import { given } from '../kit/given.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { objects } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import type { resolutions } from './contract.ts';
import { resolutionStore } from './store.ts';

export const bindResolutions = (table: Table, call: Call) => ({
  ...call,
  annotations: annotationStore(table, call),
  resolutions: resolutionStore(table, call),
  countUnsized: countUnsized(table, call),
});

type Context = ReturnType<typeof bindResolutions>;
type Resolutions = Operations<Context, typeof resolutions>;

export const listResolutions: Resolutions['listResolutions'] = async (ctx, { annotation_id }) =>
  (await ctx.resolutions.list(annotation_id)).map(presentResolution);

export const getResolutionUploadUrl =
  (storage: Storage): Resolutions['getResolutionUploadUrl'] =>
  async (ctx, { annotation_id, body }) => {
    await ctx.resolutions.siteOf(annotation_id);
    await ctx.countUnsized(body.size);
    const { workspace_id } = ctx.scope;
    const { kind, size } = body;
    const upload = await storage.presignUpload({ workspace_id, owner: annotation_id, kind }, body.content_type, size);
    const id = upload.key.slice(upload.key.lastIndexOf('/') + 1);
    const until = ctx.now + upload.expires_in_seconds * SECOND;
    return { ...upload, short_url: shortUploadUrl({ workspace_id, annotation_id, kind, id, size }, until) };
  };

const actorKindOf = ({ kind }: Actor): ResolutionRow['actor_kind'] => {
  if (kind === 'session') return 'human';
  return kind === 'mcp' ? 'mcp' : 'agent';
};

type Evidence = Partial<
  Record<
    'before_key' | 'after_key' | 'diff_url' | 'commit' | 'branch' | 'pr_url' | 'explanation',
    string | null | undefined
  >
>;

const newResolution = (
  { actor, now }: Pick<Call, 'actor' | 'now'>,
  {
    before_key = null,
    after_key = null,
    diff_url = null,
    explanation = null,
    ...more
  }: Evidence & Pick<ResolutionRow, 'annotation_id' | 'site_id'>,
) =>
  resolutionRows.parse({
    ...more,
    id: newId(),
    actor_id: actorIdOf(actor),
    actor_kind: actorKindOf(actor),
    before_key,
    after_key,
    diff_url,
    explanation,
    notification_status: 'pending',
    created_at: now,
    notified_at: null,
  });

export const createResolution =
  (storage: Storage): Resolutions['createResolution'] =>
  async (ctx, { annotation_id, body }) => {
    const { workspace_id } = ctx.scope;
    const [note, isDue] = await Promise.all([
      ctx.resolutions.noteFor(annotation_id, body.agent),
      ctx.resolutions.isDue(annotation_id),
    ]);
    const { site_id } = note;
    const folder = objects.annotationFolder(workspace_id, site_id, annotation_id);
    const place = { workspace_id, owner: annotation_id, folder };
    const [before_key, after_key] = await Promise.all([
      attachNamed(storage, { ...place, kind: 'before', key: body.before_key }),
      attachNamed(storage, { ...place, kind: 'after', key: body.after_key }),
    ]);
    const { diff_url, explanation, agent } = body;
    const row = newResolution(ctx, { annotation_id, site_id, before_key, after_key, diff_url, explanation });
    return presentResolution(await ctx.resolutions.create(row, { note, isDue: isDue && mayBeFixed(note), agent }));
  };

/** The visitor's own picture, one that was uploaded, or one in the request. */
const keepPicture =
  (storage: Storage, { scope }: Context, { row: { id, site_id }, context }: Thread) =>
  async (kind: 'before' | 'after', picture: string | null | undefined): Promise<string | null> => {
    const loc = ['body', kind];
    if (picture === undefined || picture === null) return null;
    if (picture === 'submitter') {
      if (context.screenshot_key === null) throw unprocessable(loc, 'no_submitter_picture');
      return context.screenshot_key;
    }
    const { workspace_id } = scope;
    const folder = objects.annotationFolder(workspace_id, site_id, id);
    if (!picture.startsWith('incoming/')) return attachSent(storage, picture, { loc, folder });
    return attach(storage, { key: picture, loc, folder, purpose: { workspace_id, owner: id, kind } });
  };

/** All or nothing: the pictures are kept first, and a picture without a row is never shown. */
export const resolveAnnotation =
  (storage: Storage): Resolutions['resolveAnnotation'] =>
  async (ctx, { annotation_id, body: { summary, before, after, agent, ...said } }) => {
    const thread = await ctx.annotations.thread(annotation_id);
    const keep = keepPicture(storage, ctx, thread);
    const [before_key, after_key] = await Promise.all([keep('before', before), keep('after', after)]);
    const sent = given({ before_key, after_key, ...said });
    const isEmpty = Object.values(sent).every((value) => value === null);
    const { site_id } = thread.row;
    const evidence = isEmpty ? undefined : newResolution(ctx, { annotation_id, site_id, ...sent });
    const changes = { status: 'resolved' as const, summary, updated_at: ctx.now };
    const done = await ctx.annotations.patch(thread, changes, { evidence, agent });
    const { id, status, updated_at } = done.row;
    return {
      id,
      status,
      summary: done.row.summary,
      updated_at,
      resolution: done.evidence ? presentResolution(done.evidence) : null,
    };
  };
