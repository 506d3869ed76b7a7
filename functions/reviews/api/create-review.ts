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
  if (!stat) {
    const msg = `No upload for ${kind} stands under this key. Ask POST /api/reviews/upload-url for an address of kind ${kind}, PUT the file, and send its key.`;
    throw unprocessable(loc, msg);
  }
  const { types, max_bytes } = uploadRules[kind];
  if (!(types as readonly string[]).includes(stat.type)) {
    throw unprocessable(loc, `This upload is of another type. For ${kind} upload one of ${types.join(', ')}.`);
  }
  if (stat.size === 0) throw unprocessable(loc, 'This upload is empty. Upload the file again.');
  if (stat.size > max_bytes) {
    await storage.empty(key);
    throw unprocessable(loc, `This upload is over ${max_bytes / MB} MB. Upload a smaller file.`);
  }
  return stat.type;
};

/** What an upload is to be read from: itself, and a transcript where something is heard. */
const readUploads = async (storage: Storage, ctx: Ctx, body: Body): Promise<Input> => {
  const kind = uploadKindOf(body.input_type);
  if (!kind || !body.upload_key) return {};
  const isHeard = kind === 'audio' || kind === 'video';
  if (isHeard && !body.transcript_key && optionalSetting('TRANSCRIBER') === undefined) {
    const msg =
      'This stage has no transcriber: upload a transcript beside the file (WebVTT, SubRip or plain text; POST /api/reviews/upload-url with kind transcript) and send its key.';
    throw unprocessable(['body', 'transcript_key'], msg, 'missing');
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
  throw unprocessable(['body', 'widget_site_id'], 'No site of this workspace has this id.');
};

const requireBareAddress = (address: string | null | undefined) => {
  const url = address ? URL.parse(address) : null;
  if (!url?.username && !url?.password) return;
  throw unprocessable(
    ['body', 'url'],
    'Leave user name and password out of the address: whoever reads the review sees it.',
  );
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
