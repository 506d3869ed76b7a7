import type { Operation } from '../context.ts';
import type { Storage } from '../kit/files/storage.ts';
import type { resolutions } from './contract.ts';

export const getResolutionUploadUrl =
  (storage: Storage): Operation<typeof resolutions, 'getResolutionUploadUrl'> =>
  async (ctx, { annotation_id, body }) => {
    await ctx.resolutions.siteOf(annotation_id);
    await ctx.countUnsized(body.size);
    const purpose = { workspace_id: ctx.scope.workspace_id, owner: annotation_id, kind: body.kind };
    return storage.presignUpload(purpose, body.content_type, body.size);
  };
