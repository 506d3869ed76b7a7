import * as z from 'zod';
import { SaidCode } from '../codes/said-code.ts';
import { Id } from '../kit/contract/schema.ts';
import { Cut } from './read/content.ts';
import { MAX_PANEL } from './rows.ts';
import { BlindDimension, NOISE } from './run-rows.ts';

const PairOfFaults = z.object({ id: Id, previous_id: Id });

const Moved = z.object({
  persona_id: Id,
  dimension: z.string(),
  from: z.number(),
  to: z.number(),
  noise: z.boolean().meta({ description: 'The answers of both reviews overlap, or are too few to tell' }),
});

const Versions = z.object({
  state: z.enum(['judged', 'unchanged', 'failed']).meta({
    description: 'unchanged: both versions read the same, so nothing was asked and every difference is noise',
  }),
  outcome: z.enum(['better', 'worse', 'unclear']).nullable().meta({
    description: 'Of the new version. unclear: chance is above 0.4, or follows_order',
  }),
  prefer_new: z.number().int().meta({ description: 'Number of personas' }),
  prefer_previous: z.number().int(),
  prefer_neither: z.number().int(),
  chance: z
    .number()
    .nullable()
    .meta({ description: 'How often tossed coins are at least as one-sided as the personas, 0 to 1' }),
  follows_order: z.boolean().meta({
    description: 'Personas that saw the new version as A prefer another version than those that saw it as B',
  }),
  cut: z
    .object({ new: Cut, previous: Cut })
    .nullable()
    .meta({ description: 'Characters that were shown, of how many; null if all' }),
  personas: z
    .array(
      z.object({
        persona_id: Id,
        new_shown_as: z
          .array(z.enum(['A', 'B']))
          .max(2)
          .meta({
            description: 'The letter of the new version, by lot; a persona alone is asked both ways',
          }),
        prefers: BlindDimension.shape.better.nullable(),
        error: SaidCode.nullable().meta({ description: 'Why it did not answer' }),
        dimensions: z
          .array(
            BlindDimension.extend({
              noise: z.array(z.enum(NOISE)).max(4).meta({
                description:
                  'Why it may be noise. order: it follows the order of the versions; slight: by is 1; no_quote: no quote was found; scores_differ: the scores of both reviews say the opposite',
              }),
            }),
          )
          .max(12),
      }),
    )
    .max(MAX_PANEL),
});

/** At most 10 personas, with five findings for each answer. */
export const Comparison = z.object({
  review_id: Id,
  previous_id: Id,
  fixed: z.array(Id).meta({
    description: 'Faults of the previous review whose words or element are gone, or whose rule passes now',
  }),
  still: z.array(PairOfFaults).meta({ description: 'Faults that both reviews name' }),
  unnamed: z.array(Id).meta({
    description:
      'Faults of the previous review that this one does not name, although their persona answered and their place is unchanged or unknown',
  }),
  new: z.array(Id).meta({ description: 'Faults that only this review names, although their persona answered in both' }),
  better: z.array(Moved).meta({ description: 'Scores that rose by half a point or more; empty if judge_changed' }),
  worse: z.array(Moved).meta({ description: 'Scores that fell by half a point or more; empty if judge_changed' }),
  judge_changed: z.boolean().meta({ description: 'Another model or prompt answered, so scores are not compared' }),
  reading_changed: z.boolean().meta({
    description: 'One of them was read in a browser and the other from its HTML alone, so no difference counts',
  }),
  facts: z
    .object({
      gone: z.array(Id),
      new: z.array(Id),
      still: z.array(PairOfFaults),
      unknown: z.object({ previous: z.array(Id), current: z.array(Id) }),
    })
    .meta({
      description:
        'Of those, the findings that are facts. unknown: the other review did not measure the rule in the same window, or a timing differs by 20% or less there',
    }),
  noise: z.number().nullable().meta({
    description: 'Points by which a score of this panel usually differs if it is asked again; null if not known',
  }),
  versions: Versions.nullable().meta({
    description: 'Both versions, judged by personas that did not know which is which; null without a model',
  }),
});
