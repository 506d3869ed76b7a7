import { brotliCompressSync } from 'node:zlib';
import type * as z from 'zod';
import { actorIdOf } from '../../kit/audit/audit-log.ts';
import { optionalSetting } from '../../kit/config.ts';
import { unprocessable } from '../../kit/errors.ts';
import type { Storage } from '../../kit/files/storage.ts';
import type { Operation, ReviewsContext } from '../context.ts';
import { textContent } from '../read/content.ts';
import { MB, UPLOAD_OWNER, type UploadKind, uploadKindOf, uploadRules } from '../read/uploads.ts';
import { sideBySide } from '../report/side-by-side.ts';
import type { Input } from '../rows.ts';
import type { ReviewCreate } from '../schema.ts';
import { choosePanel } from './choose-panel.ts';
import { newReview } from './new-review.ts';
import { startReview } from './start-review.ts';

type Body = z.output<typeof ReviewCreate>;
type Ctx = Pick<ReviewsContext, 'scope' | 'reviews'>;

/** The content type of an upload that may be reviewed as `kind`. Throws a 422 that says what to change. */
const uploadedType = async (storage: Storage, ctx: Ctx, field: string, kind: UploadKind, key: string) => {
  const stat = await storage.stat({ workspace_id: ctx.scope.workspace_id, owner: UPLOAD_OWNER, kind }, key);
  const loc = ['body', field];
  if (!stat) throw unprocessable(loc, 'review_upload_missing', { kind });
  const { types, max_bytes } = uploadRules[kind];
  if (!(types as readonly string[]).includes(stat.type)) {
    throw unprocessable(loc, 'upload_type_refused', { kind, types: types.join(', ') });
  }
  if (stat.size === 0) throw unprocessable(loc, 'upload_empty');
  if (stat.size > max_bytes) {
    await storage.empty(key);
    throw unprocessable(loc, 'upload_too_large', { max: max_bytes / MB });
  }
  return stat.type;
};

/** What an upload is to be read from: itself, and a transcript where something is heard. */
const readUploads = async (storage: Storage, ctx: Ctx, body: Body): Promise<Input> => {
  const kind = uploadKindOf(body.input_type);
  if (!kind || !body.upload_key) return {};
  const isHeard = kind === 'audio' || kind === 'video';
  if (isHeard && !body.transcript_key && optionalSetting('TRANSCRIBER') === undefined) {
    throw unprocessable(['body', 'transcript_key'], 'transcript_needed', {}, 'missing');
  }
  const [upload_type, transcript_type] = await sideBySide([
    uploadedType(storage, ctx, 'upload_key', kind, body.upload_key),
    body.transcript_key ? uploadedType(storage, ctx, 'transcript_key', 'transcript', body.transcript_key) : undefined,
  ]);
  return {
    upload_key: body.upload_key,
    upload_type,
    ...(body.transcript_key && transcript_type && { transcript_key: body.transcript_key, transcript_type }),
  };
};

const requireSite = async ({ reviews }: Ctx, id: string | null | undefined) => {
  if (!id || (await reviews.hasSite(id))) return;
  throw unprocessable(['body', 'widget_site_id'], 'site_unknown');
};

const requireBareAddress = (address: string | null | undefined) => {
  const url = address ? URL.parse(address) : null;
  if (!url?.username && !url?.password) return;
  throw unprocessable(['body', 'url'], 'address_has_credentials');
};

export const createReview =
  (storage: Storage): Operation<'createReview'> =>
  async (ctx, { body }) => {
    const { title, input_type, content, url, persona_ids } = body;
    requireBareAddress(url);
    const [, personas, uploads] = await sideBySide([
      requireSite(ctx, body.widget_site_id),
      choosePanel(ctx, persona_ids, input_type),
      readUploads(storage, ctx, body),
    ]);
    const input: Input = { ...uploads, ...(url && { url }), ...(content && { content: brotliCompressSync(content) }) };
    const isText = input_type === 'text';
    const review = newReview({
      title,
      input_type,
      source: 'content',
      widget_site_id: body.widget_site_id ?? null,
      annotation_id: null,
      url: url ?? null,
      created_by: actorIdOf(ctx.actor),
      personas,
      ...(isText ? { content: textContent('text', null, content ?? '') } : { input }),
    });
    return startReview(ctx, review, { action: 'review.create', target: { input_type } });
  };
