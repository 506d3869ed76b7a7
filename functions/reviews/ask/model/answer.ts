import * as z from 'zod';
import { EFFORTS } from '../../finding-rows.ts';

const numberIn = (given: unknown) => (typeof given === 'string' && given.trim() !== '' ? Number(given) : given);

const Finite = z.preprocess(numberIn, z.number()).refine(Number.isFinite);

const within = (low: number, high: number) => Finite.transform((value) => Math.min(high, Math.max(low, value)));

/** Cut at a word, so that nothing ends in the middle of one. */
const cutTo = (most: number) =>
  z.string().transform((text) => {
    const whole = text.toWellFormed().trim();
    if (whole.length <= most) return whole;
    const cut = whole.slice(0, most - 1);
    return `${cut.slice(0, Math.max(cut.search(/\s\S*$/), most / 2)).trimEnd()}…`;
  });

const orNull = <Value extends z.ZodType>(value: Value) => value.nullish().transform((given) => given ?? null);

const MAX_EVIDENCE = 3;
/** More than a persona may give, so that an answer with too many is read and shortened. */
const MAX_READ = 40;

/** Entries that don't fit are left out, and the others count. */
const fitting = <Entry extends z.ZodType>(entry: Entry, most: number) =>
  z.array(z.unknown()).transform((given) =>
    given
      .slice(0, most)
      .map((one) => entry.safeParse(one))
      .flatMap(({ success, data }) => (success ? [data as z.output<Entry>] : [])),
  );

const AnsweredEvidence = z.object({
  quote: orNull(cutTo(400)),
  element: orNull(cutTo(120)),
  region: orNull(z.array(Finite).length(4).catch([])),
});
export type AnsweredEvidence = z.infer<typeof AnsweredEvidence>;

const AnsweredFinding = z.object({
  dimension: z.string(),
  kind: z.preprocess((given) => String(given).toLowerCase().trim(), z.enum(['fault', 'strength'])).catch('fault'),
  evidence: fitting(AnsweredEvidence, MAX_EVIDENCE).default([]),
  comment: cutTo(1500).refine((text) => text !== ''),
  severity: orNull(within(1, 4).transform(Math.round)).catch(null),
  fix: orNull(
    z.object({ before: orNull(cutTo(600)), after: cutTo(1000), effort: orNull(z.enum(EFFORTS)).catch(null) }),
  ).catch(null),
});
export type AnsweredFinding = z.infer<typeof AnsweredFinding>;

/** Scores may be fractions or strings; those outside the scale are clamped. */
const AnsweredScore = z.object({
  dimension: z.string(),
  score: orNull(within(1, 5)),
  reason: orNull(cutTo(300)).catch(null),
});

/** A model's answer to a persona's question: evidence before comment before score. */
export const Answer = z.object({
  findings: fitting(AnsweredFinding, MAX_READ).default([]),
  scores: fitting(AnsweredScore, MAX_READ),
  // An answer that breaks off lacks it.
  summary: cutTo(2000).catch(''),
});
export type Answer = z.infer<typeof Answer>;

/** A model's answer to the first question of a review. */
export const BriefAnswer = z.object({
  goal: cutTo(500).catch(''),
  audience: cutTo(500).catch(''),
  stage: cutTo(40).catch(''),
  transcripts: fitting(z.object({ element: cutTo(120), text: cutTo(20_000) }), 8).default([]),
});
export type BriefAnswer = z.infer<typeof BriefAnswer>;

const FindingNumber = Finite.transform(Math.round);
const Statement = z.object({ text: cutTo(600), findings: fitting(FindingNumber, 40) });

/** A model's answer to the last question of a review. Findings are named by their numbers in the question. */
export const ChairAnswer = z.object({
  groups: fitting(z.object({ lead: FindingNumber, findings: fitting(FindingNumber, 150) }), 150).default([]),
  order: fitting(FindingNumber, 150).default([]),
  struck: fitting(z.object({ finding: FindingNumber, quote: cutTo(400), reason: cutTo(400) }), 40).default([]),
  verdict: fitting(Statement, 3),
  disagreements: fitting(Statement, 5).default([]),
});
export type ChairAnswer = z.infer<typeof ChairAnswer>;

const letterIn = (given: unknown) => (typeof given === 'string' ? given.replace(/^\s*version\s+/i, '').trim() : given);

/** A model's answer to which of two versions is better. */
export const VersionsAnswer = z.object({
  versions: fitting(
    z.object({
      dimension: z.string(),
      quote_a: orNull(cutTo(400)).catch(null),
      quote_b: orNull(cutTo(400)).catch(null),
      why: cutTo(600).catch(''),
      better: z.preprocess(letterIn, z.enum(['A', 'B', 'same'])),
      by: within(0, 3).transform(Math.round),
    }),
    MAX_READ,
  ),
});
export type VersionsAnswer = z.infer<typeof VersionsAnswer>;
