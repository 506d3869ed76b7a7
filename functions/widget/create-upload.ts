import type { Storage } from '../kit/files/storage.ts';
import { callingSite } from './caller.ts';
import type { WidgetOperation } from './context.ts';

export const createUpload =
  (storage: Storage): WidgetOperation<'createUpload'> =>
  async (ctx, { body: { kind, content_type, size } }) => {
    const { workspace_id, id } = callingSite(ctx);
    return storage.presignUpload({ workspace_id, owner: id, kind }, content_type, size);
  };
