import * as z from 'zod';
import { SaidCode } from '../codes/said-code.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';
import { Needs, StoredDimensions } from '../personas/schema.ts';
import { Judge } from './judge/calibration/calibrator.ts';
import { Cut } from './read/content.ts';

export const RunState = z.enum(['queued', 'running', 'done', 'failed']);

export const Tokens = z.object({
  /** All of them, however they are billed. */
  input: z.number(),
  output: z.number(),
  /** Of the input, those that the provider served from its cache. */
  cached: z.number().default(0),
  /** Of the input, those that it wrote into its cache, if it bills them apart. */
  written: z.number().optional(),
});
export type Tokens = z.infer<typeof Tokens>;

export const PersonaAsRun = z.object({
  id: z.string(),
  slug: z.string().nullable(),
  name: z.string(),
  title: z.string(),
  category: z.string(),
  description: z.string(),
  evaluation_dimensions: StoredDimensions,
  custom_instructions: z.string().nullable(),
});
export type PersonaAsRun = z.infer<typeof PersonaAsRun>;

/** The form of content that is missing, or the answer without orders to reviewers. */
export const Lacks = z.enum([...Needs.options, 'answer']);

const DimensionScoreRow = z.object({
  dimension: z.string(),
  weight: z.number(),
  /** From 1 to 5, one for each answer that gave a score. Empty if it is not judged. */
  samples: z.array(z.number()),
  score: z.number().nullable(),
  /** Why it is not judged. */
  reason: z.string().nullable(),
  /** Set if the service says so, and not a model. */
  lacks: Lacks.optional().catch(undefined),
});
export type DimensionScoreRow = z.infer<typeof DimensionScoreRow>;

/**
 * Why a preference may be noise: it flips with the order of the versions, is slight, quotes neither version, or the
 * scores of both reviews say the opposite.
 */
export const NOISE = ['order', 'slight', 'no_quote', 'scores_differ'] as const;

/** By a persona that didn't know which version is the new one. */
export const BlindDimension = z.object({
  dimension: z.string(),
  better: z.enum(['new', 'previous', 'same']),
  /** 0 the same, 1 slightly, 2 clearly, 3 far better. */
  by: z.number().int(),
  why: z.string(),
  /** As the versions have them; null if they don't. */
  quotes: z.object({ new: z.string().nullable(), previous: z.string().nullable() }),
});

const BlindAnswer = z.object({ new_as: z.enum(['A', 'B']), dimensions: z.array(BlindDimension) });
export type BlindAnswer = z.infer<typeof BlindAnswer>;

/** A repeated review's judgment of both versions. */
export const Blind = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unchanged') }),
  z.object({ state: z.literal('failed'), error: SaidCode }),
  z.object({
    state: z.literal('judged'),
    answers: z.array(BlindAnswer),
    /** Characters of each version's text that were shown; null if all. */
    cut: z.object({ new: Cut, previous: Cut }),
  }),
]);
export type Blind = z.infer<typeof Blind>;

export const RunRow = z.object({
  review_id: z.string(),
  persona_id: z.string(),
  position: z.number().int(),
  persona: PersonaAsRun,
  state: RunState,
  attempts: z.number().int(),
  claim: z.string().nullable(),
  claimed_until: z.number().nullable(),
  /** Of a run that “finish” asks again. */
  spend_month: z.string().optional(),
  /** Weighted mean of the dimensions that it judged, uncalibrated. */
  score: z.number().nullable(),
  scores: z.array(DimensionScoreRow),
  summary: z.string(),
  error: z.string().nullable(),
  error_codes: z.array(SaidCode).optional(),
  judge: Judge.nullable(),
  ai_live: z.boolean().nullable(),
  /** Usable answers. */
  samples: z.number().int(),
  /** Absent until it is done. */
  samples_asked: z.number().int().optional(),
  tokens: Tokens.nullable(),
  /** Findings over the limit of an answer; absent until a model answered. */
  left_out: z.number().int().optional(),
  /** Absent if the review repeats none, or rules answered. */
  blind: Blind.optional(),
  /** Of its tokens; null if the model had no prices. Absent until a model was asked. */
  cost_microdollars: z.number().int().nullable().optional(),
  /** Of the review's estimate; counts in the month's spend until the run ends. */
  reserved_microdollars: z.number().int().optional(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
});
export type RunRow = z.infer<typeof RunRow>;
export const runRows = rowsAs(keys.reviewRun, () => RunRow);
