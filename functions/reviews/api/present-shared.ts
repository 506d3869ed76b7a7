import type * as z from 'zod';
import { fileUrl } from '../../files/signed-url.ts';
import { setting } from '../../kit/config.ts';
import { type Judged, presentCalibration } from '../judge/judge-review.ts';
import type { Conclusion } from '../rows.ts';
import type { RunRow } from '../run-rows.ts';
import type { SharedReview } from '../schema.ts';
import { sumOf } from '../tokens.ts';
import type { WholeReview } from './review-reader.ts';

export const pageUrl = (slug: string): string => `${setting('BASE_URL')}/showcase/${slug}`;

const presentRun = (run: RunRow) => {
  const { slug, name, title, category, evaluation_dimensions } = run.persona;
  const dimensions = evaluation_dimensions.map(({ name, weight }) => {
    const found = run.scores.find(({ dimension }) => dimension === name);
    const isJudged = !found || found.score !== null;
    const unjudged = isJudged ? null : { not_judged: found.reason ?? '', lacks: found.lacks ?? null };
    return { name, weight, score: found?.score ?? null, ...(unjudged ?? { not_judged: null, lacks: null }) };
  });
  return { ...run, slug, name, title, category, dimensions, samples_asked: run.samples_asked ?? run.samples };
};

const presentConclusion = (conclusion: Conclusion | undefined): z.input<typeof SharedReview>['conclusion'] => {
  if (!conclusion) return null;
  const { by, notes, verdict, disagreements, order } = conclusion;
  const shown = (all: typeof verdict) => all.map(({ text, findings }) => ({ text, feedback_ids: findings }));
  return { by, notes, verdict: shown(verdict), disagreements: shown(disagreements), order };
};

export const presentContent = <Facts extends { pictures: string[] }>(facts: Facts | null) => {
  if (!facts) return null;
  const { pictures, ...others } = facts;
  return { ...others, picture_urls: pictures.map((key) => fileUrl(key)) };
};

export const presentShared = (
  { row, runs, conclusion }: WholeReview,
  judged: Judged | undefined,
): z.input<typeof SharedReview> => ({
  ...row,
  content: presentContent(row.facts),
  basis: row.basis ?? 'model',
  score: judged?.score ?? null,
  calibration: judged ? presentCalibration(judged.calibrator, row.judge) : null,
  personas: runs.map(presentRun),
  brief: row.brief ?? null,
  conclusion: presentConclusion(conclusion),
  model: row.judge?.model ?? null,
  tokens: sumOf([row.tokens, ...runs.map(({ tokens }) => tokens)]),
});
