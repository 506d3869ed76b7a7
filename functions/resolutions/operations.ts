import { presentResolution } from '../annotations/present.ts';
import type { ResolutionRow } from '../annotations/rows.ts';
import type { Actor } from '../kit/actor.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { attachNamed } from '../kit/files/attach.ts';
import type { Storage } from '../kit/files/storage.ts';
import { countUnsized } from '../kit/files/unsized-uploads.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { objects } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import type { resolutions } from './contract.ts';
import { resolutionStore } from './store.ts';

export const bindResolutions = (table: Table, call: Call) => ({
  ...call,
  resolutions: resolutionStore(table, call),
  countUnsized: countUnsized(table, call),
});

type Resolutions = Operations<ReturnType<typeof bindResolutions>, typeof resolutions>;

export const listResolutions: Resolutions['listResolutions'] = async (ctx, { annotation_id }) =>
  (await ctx.resolutions.list(annotation_id)).map(presentResolution);

export const getResolutionUploadUrl =
  (storage: Storage): Resolutions['getResolutionUploadUrl'] =>
  async (ctx, { annotation_id, body }) => {
    await ctx.resolutions.siteOf(annotation_id);
    await ctx.countUnsized(body.size);
    const purpose = { workspace_id: ctx.scope.workspace_id, owner: annotation_id, kind: body.kind };
    return storage.presignUpload(purpose, body.content_type, body.size);
  };

const actorKindOf = ({ kind }: Actor): ResolutionRow['actor_kind'] => {
  if (kind === 'session') return 'human';
  return kind === 'mcp' ? 'mcp' : 'agent';
};

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
    const row: ResolutionRow = {
      id: newId(),
      annotation_id,
      site_id,
      actor_id: actorIdOf(ctx.actor),
      actor_kind: actorKindOf(ctx.actor),
      before_key,
      after_key,
      diff_url: body.diff_url ?? null,
      explanation: body.explanation ?? null,
      notification_status: 'pending',
      created_at: ctx.now,
      notified_at: null,
    };
    return presentResolution(await ctx.resolutions.create(row, { note, isDue, agent: body.agent }));
  };
