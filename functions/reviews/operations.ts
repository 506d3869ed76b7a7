import { isVisible } from '../kit/actor.ts';
import { allOrFirstError } from '../kit/all-settled.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { DAY } from '../kit/clock.ts';
import { conflict, notFound, unprocessable } from '../kit/errors.ts';
import type { SignedStorage } from '../kit/files/signed-storage.ts';
import { mapPage } from '../kit/table/page.ts';
import { presentFacts } from './api/present-facts.ts';
import { presentFeedback, presentFeedbackList, presentSharedFeedbackList } from './api/present-feedback.ts';
import { newShare, presentListed, presentReview, presentShare, shownShare } from './api/present-review.ts';
import { presentShared } from './api/present-shared.ts';
import { reportedOf } from './api/reported.ts';
import type { Reviews, ReviewsContext } from './context.ts';
import { presentRecord } from './judge/calibration-record.ts';
import { isFact } from './judge/conclude.ts';
import { panelOf } from './judge/judge-review.ts';
import { rawScore } from './judge/panel-score.ts';
import { MB, UPLOAD_OWNER, uploadRules } from './read/uploads.ts';
import type { ReviewRow } from './rows.ts';
import { isEnded } from './rows.ts';

const SHARE_TRIES = 3;

export const listReviews: Reviews['listReviews'] = async (ctx, { query }) => {
  const { widget_site_id, limit, cursor, annotation_id } = query;
  if (widget_site_id !== undefined && !isVisible(ctx.scope, widget_site_id)) throw notFound();
  const [page, scaleOf] = await allOrFirstError([
    ctx.reviews.list({ widget_site_id, annotation_id }, { limit, cursor }),
    ctx.readScales(),
  ]);
  // An empty page alone doesn't say whether the site exists.
  if (page.items.length === 0 && widget_site_id !== undefined && !(await ctx.reviews.findSite(widget_site_id))) {
    throw notFound();
  }
  return mapPage(page, (row) => presentListed(row, scaleOf));
};

export const getReview: Reviews['getReview'] = async (ctx, { review_id }) => {
  const whole = await ctx.reviews.get(review_id);
  return presentReview(whole, await ctx.judge(whole), ctx.actor);
};

/** The failed personas run again: their owed runs and the review's end are written at once, so it happens once. */
export const finishReview: Reviews['finishReview'] = async (ctx, { review_id }) => {
  await ctx.reviews.finish(await ctx.reviews.get(review_id));
  const whole = await ctx.reviews.get(review_id);
  return presentReview(whole, await ctx.judge(whole), ctx.actor);
};

export const deleteReview: Reviews['deleteReview'] = async (ctx, { review_id }) => {
  await ctx.reviews.markDeleted(review_id);
  return { id: review_id, deleted: true };
};

/** Without parameters: what is signed is exactly what must be sent. */
const bareType = (text: string) => (text.split(';')[0] ?? '').trim().toLowerCase();

export const getReviewUploadUrl =
  (storage: SignedStorage): Reviews['getReviewUploadUrl'] =>
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

export const reviewMarkdown: Reviews['reviewMarkdown'] = async (ctx, { review_id, query: { language } }) => {
  const [whole, facts] = await allOrFirstError([ctx.reviews.get(review_id), ctx.reviews.findFacts(review_id)]);
  const reported = reportedOf(whole, await ctx.judge(whole), { rater_id: actorIdOf(ctx.actor), facts });
  const { reportOf } = await import('./report/report.ts');
  return { text: reportOf({ ...reported, language }) };
};

/** Changes a review's share. Reads the row again if someone else changed the share first. */
const changeShare = async <Changed>(
  ctx: ReviewsContext,
  review_id: string,
  change: (row: ReviewRow) => Promise<Changed | undefined>,
): Promise<Changed> => {
  for (let tries = 0; tries < SHARE_TRIES; tries += 1) {
    const changed = await change(await ctx.reviews.getRow(review_id));
    if (changed !== undefined) return changed;
  }
  throw conflict('share_modified');
};

const expiryIn = (days: number | null, at: number) => (days === null ? undefined : at + days * DAY);

/** The same token until sharing stops, it expires, or the server key that it was derived from is retired. */
export const shareReview: Reviews['shareReview'] = (ctx, { review_id, body }) => {
  const { workspace_id } = ctx.scope;
  return changeShare(ctx, review_id, async (row) => {
    const kept = shownShare(row);
    const days = body?.expires_in_days;
    const expires_at = days === undefined ? kept?.expires_at : expiryIn(days, ctx.now);
    if (kept && kept.expires_at === expires_at) return presentShare(workspace_id, review_id, kept);
    const { expires_at: _, ...base } = kept ?? newShare(workspace_id, review_id, ctx.now);
    const shared = { ...base, ...(expires_at !== undefined && { expires_at }) };
    const isChanged = await ctx.reviews.share(row, shared, kept ? 'review.share_expiry' : 'review.share');
    return isChanged ? presentShare(workspace_id, review_id, shared) : undefined;
  });
};

export const unshareReview: Reviews['unshareReview'] = (ctx, { review_id }) =>
  changeShare(ctx, review_id, async (row) => {
    const isGone = row.shared === undefined || (await ctx.reviews.unshare(row));
    return isGone ? { id: review_id, deleted: true as const } : undefined;
  });

export const getSharedReview: Reviews['getSharedReview'] = async (ctx, { token }) => {
  const whole = await ctx.shared.get(token);
  return presentShared(whole, await ctx.judge(whole));
};

export const listFeedback: Reviews['listFeedback'] = async (ctx, { review_id }) => {
  const whole = await ctx.reviews.get(review_id);
  const [shown, judged] = await allOrFirstError([ctx.reviews.withNotesInView(whole), ctx.judge(whole)]);
  return presentFeedbackList(shown, judged, actorIdOf(ctx.actor));
};

export const listSharedFeedback: Reviews['listSharedFeedback'] = async (ctx, { token }) => {
  const whole = await ctx.shared.get(token);
  return presentSharedFeedbackList(whole, await ctx.judge(whole));
};

export const listFacts: Reviews['listFacts'] = async (ctx, { review_id }) =>
  presentFacts(...(await allOrFirstError([ctx.reviews.get(review_id), ctx.reviews.findFacts(review_id)])));

export const listSharedFacts: Reviews['listSharedFacts'] = async (ctx, { token }) => {
  const whole = await ctx.shared.get(token);
  return presentFacts(whole, await ctx.shared.findFacts(whole));
};

export const rateFeedback: Reviews['rateFeedback'] = async (ctx, { review_id, feedback_id, body }) => {
  const whole = await ctx.reviews.get(review_id);
  if (!isEnded(whole.row)) throw conflict('review_running');
  if (whole.row.status === 'failed' || whole.row.status === 'not_judged') throw conflict('review_failed');
  const finding = whole.findings.find(({ id }) => id === feedback_id);
  if (!finding) throw notFound();
  const isJudged = isFact(finding) || whole.runs.some(({ score }) => score !== null);
  if (!isJudged) throw conflict('review_failed');
  const [ratings, judged, shown] = await Promise.all([
    ctx.ratings.rate(whole, finding, body),
    ctx.judge(whole),
    ctx.reviews.withNotesInView(whole),
  ]);
  return presentFeedback({ ...shown, ratings }, finding, judged, actorIdOf(ctx.actor));
};

export const ratePage: Reviews['ratePage'] = async (ctx, { review_id, body }) => {
  const before = await ctx.reviews.get(review_id);
  const { row } = before;
  if (!isEnded(row)) throw conflict('review_running');
  const raw = rawScore(panelOf(before.runs));
  if (row.status === 'failed') throw conflict('review_failed');
  if (!row.judge || raw === undefined) throw conflict('review_unscored');
  await ctx.pageRatings.rate(before, row.judge, raw, body.rating);
  const [whole, judged] = await allOrFirstError([ctx.reviews.get(review_id), ctx.judge(before)]);
  return presentReview(whole, judged, ctx.actor);
};

export const withdrawPageRating: Reviews['withdrawPageRating'] = async (ctx, { review_id }) => {
  const before = await ctx.reviews.get(review_id);
  const isRated = before.pageRatings.some(({ rater_id }) => rater_id === actorIdOf(ctx.actor));
  if (isRated && before.row.judge) await ctx.pageRatings.withdraw(before, before.row.judge);
  const [whole, judged] = await allOrFirstError([isRated ? ctx.reviews.get(review_id) : before, ctx.judge(before)]);
  return presentReview(whole, judged, ctx.actor);
};

export const getCalibration: Reviews['getCalibration'] = async (ctx) => {
  const [records, cards] = await allOrFirstError([ctx.readRecords(), ctx.readCards()]);
  return { judges: records.map((record) => presentRecord(record, cards)) };
};
