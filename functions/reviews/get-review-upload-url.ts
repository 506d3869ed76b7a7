import { unprocessable } from '../kit/errors.ts';
import type { Storage } from '../kit/storage.ts';
import type { Operation } from './context.ts';
import { UPLOAD_OWNER, uploadRules } from './uploads.ts';

/** A type without parameters: what is signed is exactly what must be sent. */
const bareType = (text: string) => (text.split(';')[0] ?? '').trim().toLowerCase();

export const getReviewUploadUrl =
  (storage: Storage): Operation<'getReviewUploadUrl'> =>
  async (ctx, { body: { kind, content_type } }) => {
    const types: readonly string[] = uploadRules[kind].types;
    const type = bareType(content_type);
    if (!types.includes(type)) {
      throw unprocessable(['body', 'content_type'], `For ${kind} send one of ${types.join(', ')}.`);
    }
    return storage.presignUpload({ workspace_id: ctx.scope.workspace_id, owner: UPLOAD_OWNER, kind }, type);
  };
