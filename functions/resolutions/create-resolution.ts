import type { Operation } from '../context.ts';
import type { Actor } from '../kit/actor.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { attach } from '../kit/files/attach.ts';
import type { Storage } from '../kit/files/storage.ts';
import { newId } from '../kit/ids.ts';
import { objects } from '../kit/table/keys.ts';
import type { resolutions } from './contract.ts';
import { presentResolution } from './present-resolution.ts';
import type { ResolutionRow } from './row.ts';

const actorKindOf = ({ kind }: Actor): ResolutionRow['actor_kind'] => {
  if (kind === 'session') return 'human';
  return kind === 'mcp' ? 'mcp' : 'agent';
};

export const createResolution =
  (storage: Storage): Operation<typeof resolutions, 'createResolution'> =>
  async (ctx, { annotation_id, body }) => {
    const { workspace_id } = ctx.scope;
    const site_id = await ctx.resolutions.siteOf(annotation_id);
    const folder = objects.annotationFolder(workspace_id, site_id, annotation_id);
    const attachImage = async (kind: 'before' | 'after', key: string | null | undefined) =>
      typeof key === 'string'
        ? attach(storage, {
            key,
            loc: ['body', `${kind}_key`],
            purpose: { workspace_id, owner: annotation_id, kind },
            folder,
          })
        : null;
    const [before_key, after_key] = await Promise.all([
      attachImage('before', body.before_key),
      attachImage('after', body.after_key),
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
    return presentResolution(await ctx.resolutions.create(row, ctx.once));
  };
