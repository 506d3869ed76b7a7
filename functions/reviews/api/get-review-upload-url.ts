import { unprocessable } from '../../kit/errors.ts';
import type { Storage } from '../../kit/files/storage.ts';
import type { Operation } from '../context.ts';
import { MB, UPLOAD_OWNER, uploadRules } from '../read/uploads.ts';

/** A type without parameters: what is signed is exactly what must be sent. */
const bareType = (text: string) => (text.split(';')[0] ?? '').trim().toLowerCase();

export const getReviewUploadUrl =
  (storage: Storage): Operation<'getReviewUploadUrl'> =>
  async (ctx, { body: { kind, content_type, size } }) => {
    const { max_bytes } = uploadRules[kind];
    const types: readonly string[] = uploadRules[kind].types;
    const type = bareType(content_type);
    if (!types.includes(type)) {
      throw unprocessable(['body', 'content_type'], 'upload_type_refused', { kind, types: types.join(', ') });
    }
    if (size !== undefined && size > max_bytes) {
      throw unprocessable(['body', 'size'], 'upload_too_large', { max: max_bytes / MB });
    }
    await ctx.countUnsized(size);
    return storage.presignUpload({ workspace_id: ctx.scope.workspace_id, owner: UPLOAD_OWNER, kind }, type, size);
  };
