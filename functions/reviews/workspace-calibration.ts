import * as z from 'zod';
import { Id, Time } from '../kit/contract/schema.ts';
import { PersonaCalibration } from '../personas/schema.ts';
import { Judge } from './judge/calibration/calibrator.ts';
import { CalibrationSkill, CalibrationState } from './schema.ts';

/** Of a judge's {@link CalibrationRecord}: its row stays within 8 KB. */
export const MAX_BINS = 15;
export const MAX_HISTORY = 60;
/** Keeps that row small: a workspace has at most 260 personas, but may have had more. */
export const MAX_CARDS = 300;
/** Each model and each prompt has a record. */
export const MAX_JUDGES = 50;

/** Figures of the calibrator in use, on held-out reviews, and of those before it. */
export const CalibrationRecord = z.object({
  judge: Judge,
  /** When ratings were last counted. */
  at: z.number(),
  /** When the newest of the rated reviews began. */
  answered_at: z.number(),
  /** Ratings so far; `in_use` are those that the calibrator was fitted on. */
  given: z.number(),
  in_use: z.number(),
  reviews: z.number(),
  since: z.number().nullable(),
  calibrator_id: z.string().nullable(),
  state: CalibrationState,
  skill: CalibrationSkill,
  bins: z.array(z.object({ count: z.number(), predicted: z.number(), observed: z.number() })),
  history: z.array(z.object({ at: z.number(), labels: z.number(), state: CalibrationState, skill: CalibrationSkill })),
});
export type CalibrationRecord = z.infer<typeof CalibrationRecord>;

const labels = z.number().int();

const JudgeCalibration = z.object({
  model: z.string(),
  prompt: z.string().meta({ description: 'Version of the prompt' }),
  state: CalibrationState,
  labels: z.object({
    given: labels.meta({ description: 'Ratings of findings so far, the newest 5,000 at most' }),
    in_use: labels.meta({ description: 'Ratings that it was fitted on' }),
    reviews: z.number().int().meta({ description: 'Reviews that these ratings belong to' }),
  }),
  since: Time.nullable().meta({ description: 'Ratings before it no longer count: taste has changed' }),
  counted_at: Time.meta({ description: 'When ratings were last counted' }),
  skill: CalibrationSkill,
  bins: z
    .array(
      z.object({
        count: z.number().int(),
        predicted: z.number().meta({ description: 'Mean p_useful' }),
        observed: z.number().meta({ description: 'Share that was rated 4 or 5' }),
      }),
    )
    .max(MAX_BINS)
    .meta({
      description: 'Reliability on held-out reviews, by p_useful in bins of equal size; empty under 30 ratings',
    }),
  history: z
    .array(z.object({ at: Time, labels, state: CalibrationState, skill: CalibrationSkill }))
    .max(MAX_HISTORY)
    .meta({ description: 'One entry for each new calibrator, oldest first; a full list loses every other one' }),
  personas: z.array(PersonaCalibration.extend({ persona_id: Id })).max(MAX_CARDS),
});

export const WorkspaceCalibration = z.object({
  judges: z
    .array(JudgeCalibration)
    .max(MAX_JUDGES)
    .meta({ description: 'One for each model and prompt, newest first' }),
});
