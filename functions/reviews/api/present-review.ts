import type * as z from 'zod';
import { fileUrl } from '../../files/signed-url.ts';
import { type Actor, hasRole } from '../../kit/actor.ts';
import { presentCalibration } from '../judge/judge-review.ts';
import type { Judged } from '../judge/judge-whole.ts';
import type { ReviewListRow, RunRow } from '../rows.ts';
import type { Review, ReviewListItem, SharedReview, ShowcaseState } from '../schema.ts';
import { presentShare } from './share-token.ts';
import { pageUrl } from './showcase-url.ts';
import type { WholeReview } from './whole-review.ts';

const presentRun = (
  { persona_id, persona, state, score, summary, error, error_codes, samples, finished_at }: RunRow,
  findings: WholeReview['findings'],
) => {
  const { slug, name, title, category, evaluation_dimensions } = persona;
  const scoreOf = (dimension: string) =>
    findings.find((one) => one.persona_id === persona_id && one.dimension === dimension)?.score ?? null;
  const dimensions = evaluation_dimensions.map(({ name, weight }) => ({ name, weight, score: scoreOf(name) }));
  return {
    persona_id,
    slug,
    name,
    title,
    category,
    state,
    score,
    summary,
    error,
    error_codes,
    samples,
    dimensions,
    finished_at,
  };
};

const presentContent = ({ facts }: WholeReview['row']) => {
  if (!facts) return null;
  const { pictures, ...told } = facts;
  return { ...told, picture_urls: pictures.map((key) => fileUrl(key)) };
};

/** What the holder of a share link reads of a review; `judged` is undefined while it runs. */
export const presentShared = (
  { row, runs, findings }: WholeReview,
  judged: Judged | undefined,
): z.input<typeof SharedReview> => ({
  ...row,
  content: presentContent(row),
  score: judged ? { value: judged.overall.score, interval: judged.overall.score_interval, raw: judged.raw } : null,
  calibration: judged ? presentCalibration(judged.calibrator, row.judge) : null,
  personas: runs.map((run) => presentRun(run, findings)),
});

/** Where a review stands in the showcase; null where it has no entry. */
const presentShowcase = ({
  showcase_slug: slug,
  showcase_state: state,
  showcase_note: note = null,
}: WholeReview['row']): z.input<typeof ShowcaseState> | null =>
  slug === undefined || state === undefined || state === 'withdrawn' ? null : { slug, state, note, url: pageUrl(slug) };

const maySeeShare = (actor: Actor) => 'role' in actor && hasRole(actor.role, 'MEMBER');

/** A review in full, as the caller sees it; `judged` is undefined while it runs. */
export const presentReview = (
  whole: WholeReview,
  judged: Judged | undefined,
  actor: Actor,
): z.input<typeof Review> => ({
  ...presentShared(whole, judged),
  widget_site_id: whole.row.widget_site_id,
  annotation_id: whole.row.annotation_id,
  created_by: whole.row.created_by,
  share: (maySeeShare(actor) && presentShare(whole.workspace_id, whole.row)) || null,
  showcase: presentShowcase(whole.row),
});

/** What a list shows of a review: what its index holds. */
export const presentListed = ({ is_calibrated, ...row }: ReviewListRow): z.input<typeof ReviewListItem> => ({
  ...row,
  calibrated: is_calibrated,
});
