import { allOrFirstError } from '../../kit/all-settled.ts';
import { actorIdOf } from '../../kit/audit/audit-log.ts';
import { conflict } from '../../kit/errors.ts';
import type { SignedStorage } from '../../kit/files/signed-storage.ts';
import type { Reviews, ReviewsContext } from '../context.ts';
import { UPLOAD_OWNER, type UploadKind, uploadKindOf } from '../read/uploads.ts';
import type { ReviewRow } from '../rows.ts';
import { isEnded } from '../rows.ts';
import { startReview, unlessStarted } from './new-review.ts';

const isKept = async (
  storage: SignedStorage,
  { scope }: ReviewsContext,
  kind: UploadKind,
  key: string,
): Promise<boolean> => {
  const purpose = { workspace_id: scope.workspace_id, owner: UPLOAD_OWNER, kind };
  return ((await storage.stat(purpose, key))?.size ?? 0) > 0;
};

/** A page's URL, the uploaded files if they are still there, or the text as it was. */
const inputOf = async (
  storage: SignedStorage,
  ctx: ReviewsContext,
  { id, source, url, input_type, uploads }: ReviewRow,
) => {
  if (source === 'content' && url !== null) return { input: { url } };
  if (uploads?.upload_key) {
    const { upload_key, transcript_key } = uploads;
    const kept = await Promise.all([
      isKept(storage, ctx, uploadKindOf(input_type) ?? 'document', upload_key),
      transcript_key === undefined || isKept(storage, ctx, 'transcript', transcript_key),
    ]);
    if (!kept.every(Boolean)) throw conflict('original_gone');
    return { input: uploads, uploads };
  }
  const isText = source === 'widget_annotation' || input_type === 'text' || input_type === 'document';
  const found = isText ? await ctx.reviews.findContent(id) : undefined;
  if (!found) throw conflict('original_gone');
  const { transcripts: _, ...content } = found;
  return { content };
};

export const repeatReview = (storage: SignedStorage): Reviews['repeatReview'] =>
  unlessStarted(async (ctx, { review_id }) => {
    const { row, runs } = await ctx.reviews.get(review_id);
    if (!isEnded(row)) throw conflict('review_running');
    const [input, found] = await allOrFirstError([
      inputOf(storage, ctx, row),
      ctx.personas.findMany(runs.map(({ persona_id }) => persona_id)),
    ]);
    // As they ran, so that a persona edited since then judges by the same rules.
    const personas = runs.flatMap(({ persona_id, persona }) => (found.has(persona_id) ? [persona] : []));
    if (personas.length === 0) throw conflict('panel_deleted');
    const { title, input_type, source, widget_site_id, annotation_id, url } = row;
    const { goal = null, audience = null, stage = null } = row;
    const asked = {
      ...{ title, input_type, source, widget_site_id, annotation_id, url, goal, audience, stage },
      ...input,
      created_by: actorIdOf(ctx.actor),
      personas,
      previous_id: review_id,
    };
    return startReview(ctx, asked, { action: 'review.again', target: { previous_id: review_id } });
  });
