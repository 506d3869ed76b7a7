import { EFFORTS } from '../../finding-rows.ts';

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const numbers = { type: 'array', items: { type: 'integer' } };
const objectOf = (properties: Record<string, unknown>, type: string | readonly string[] = 'object') => ({
  type,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const listOf = (properties: Record<string, unknown>) => ({ type: 'array', items: objectOf(properties) });
const orNull = ['object', 'null'];

/**
 * One schema for all calls of a review, because providers put it before the prompt and cache both together. Strict
 * structured outputs require every property and allow no bounds.
 */
export const SCHEMA: Record<string, unknown> = objectOf({
  findings: listOf({
    dimension: text,
    kind: { type: 'string', enum: ['fault', 'strength'] },
    evidence: listOf({
      quote: textOrNull,
      element: textOrNull,
      region: { type: ['array', 'null'], items: { type: 'number' } },
    }),
    comment: text,
    severity: { type: ['integer', 'null'], enum: [1, 2, 3, 4, null] },
    fix: objectOf({ before: textOrNull, after: text, effort: { type: 'string', enum: EFFORTS } }, orNull),
  }),
  scores: listOf({
    dimension: text,
    score: { type: ['integer', 'null'], enum: [1, 2, 3, 4, 5, null] },
    reason: textOrNull,
  }),
  summary: text,
  brief: objectOf({ goal: text, audience: text, stage: text, transcripts: listOf({ element: text, text }) }, orNull),
  chair: objectOf(
    {
      groups: listOf({ lead: { type: 'integer' }, findings: numbers }),
      order: numbers,
      struck: listOf({ finding: { type: 'integer' }, quote: text, reason: text }),
      verdict: listOf({ text, findings: numbers }),
      disagreements: listOf({ text, findings: numbers }),
    },
    orNull,
  ),
});

export const VERSIONS_SCHEMA: Record<string, unknown> = objectOf({
  versions: listOf({
    dimension: text,
    quote_a: textOrNull,
    quote_b: textOrNull,
    why: text,
    better: { type: 'string', enum: ['A', 'B', 'same'] },
    by: { type: 'integer', enum: [0, 1, 2, 3] },
  }),
});
