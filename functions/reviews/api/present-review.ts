import type * as z from 'zod';
import { type Actor, hasRole } from '../../kit/actor.ts';
import { actorIdOf } from '../../kit/audit/audit-log.ts';
import { setting } from '../../kit/config.ts';
import { newId } from '../../kit/ids.ts';
import { derivedSecret, firstDerivation } from '../../kit/secrets.ts';
import { isServerKey } from '../../kit/server-keys.ts';
import { sha256 } from '../../kit/sha256.ts';
import type { Judged } from '../judge/judge-review.ts';
import type { ScaleOf } from '../judge/page-scales.ts';
import { pageScore } from '../judge/page-score.ts';
import type { ReviewListRow, ReviewRow, Shared } from '../rows.ts';
import type { Review, ReviewListItem, Share, ShowcaseState } from '../schema.ts';
import { estimateReview } from '../spend/monthly-spend.ts';
import { toCents } from '../spend/prices.ts';
import { hasModel, stageModel } from '../spend/stage-model.ts';
import { pageUrl, presentShared } from './present-shared.ts';
import { isShared, type WholeReview } from './review-reader.ts';

const tokenOf = (workspace_id: string, id: string, { key_id, version, salt }: Omit<Shared, 'hash' | 'at'>) =>
  derivedSecret('share', [workspace_id, id], { key_id, version }, salt);

/** A share as the review's row stores it; its token differs from those of earlier shares. */
export const newShare = (workspace_id: string, id: string, at: number): Shared => {
  const derivation = { ...firstDerivation(), salt: newId() };
  return { ...derivation, hash: sha256(tokenOf(workspace_id, id, derivation)), at };
};

/** The share whose link works and can be shown; undefined if the server key of its token is retired. */
export const shownShare = ({ shared }: Pick<ReviewRow, 'shared'>): Shared | undefined =>
  isShared(shared) && isServerKey(shared.key_id) ? shared : undefined;

/** A share as members see it. */
export const presentShare = (workspace_id: string, id: string, shared: Shared): z.input<typeof Share> => {
  const token = tokenOf(workspace_id, id, shared);
  const url = `${setting('BASE_URL')}/reviews/shared/${token}`;
  return { token, url, shared_at: shared.at, expires_at: shared.expires_at ?? null };
};

const presentShowcase = ({
  showcase_slug: slug,
  showcase_state: state,
  showcase_note: note = null,
}: WholeReview['row']): z.input<typeof ShowcaseState> | null =>
  slug === undefined || state === undefined || state === 'withdrawn' ? null : { slug, state, note, url: pageUrl(slug) };

const costOfReview = ({ row, runs }: WholeReview): number | null => {
  const costs = [row, ...runs].flatMap(({ cost_microdollars: cost }) => cost ?? []);
  return costs.length > 0 ? toCents(costs.reduce((sum, cost) => sum + cost)) : null;
};

const presentEstimate = (row: ReviewRow) => {
  const model = stageModel();
  if (!model) return null;
  const { tokens, cost } = estimateReview({ ...row, runs_total: row.runs_again ?? row.runs_total }, model);
  return { tokens: tokens.input + tokens.output, cents: cost === null ? null : toCents(cost) };
};

const presentPageRating = ({ pageRatings }: WholeReview, actor: Actor): z.input<typeof Review>['page_rating'] => {
  const rater_id = actorIdOf(actor);
  const count = pageRatings.length;
  const sum = pageRatings.reduce((total, { rating }) => total + rating, 0);
  const own = pageRatings.find((one) => one.rater_id === rater_id)?.rating ?? null;
  return { own, count, mean: count > 0 ? sum / count : null };
};

const isMember = (actor: Actor) => 'role' in actor && hasRole(actor.role, 'MEMBER');

export const presentReview = (whole: WholeReview, judged: Judged | undefined, actor: Actor): z.input<typeof Review> => {
  const { workspace_id, row } = whole;
  const shared = isMember(actor) ? shownShare(row) : undefined;
  return {
    ...presentShared(whole, judged),
    cost_cents: isMember(actor) ? costOfReview(whole) : null,
    estimate: isMember(actor) && row.completed_at === null ? presentEstimate(row) : null,
    widget_site_id: row.widget_site_id,
    annotation_id: row.annotation_id,
    created_by: row.created_by,
    progress: row.progress ?? null,
    can_finish: row.status === 'partial' && hasModel(),
    previous_id: row.previous_id ?? null,
    share: shared ? presentShare(workspace_id, row.id, shared) : null,
    showcase: presentShowcase(row),
    page_rating: presentPageRating(whole, actor),
  };
};

export const presentListed = (
  { judge, score: raw, ...row }: ReviewListRow,
  scaleOf: ScaleOf,
): z.input<typeof ReviewListItem> => {
  if (raw === null && row.status === 'complete' && !judge) return { ...row, score: null, basis: 'facts' };
  if (raw === null) return { ...row, score: null, basis: null };
  const { value, basis } = pageScore(raw, judge ? scaleOf(judge) : undefined);
  return { ...row, score: value, basis };
};
