import * as z from 'zod';
import { derivedId } from '../kit/ids.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';

/** x, y, width and height as parts of a picture, 0 to 1. */
const Region = z.array(z.number()).length(4);

export const EvidenceRow = z.object({
  quote: z.string().nullable(),
  element: z.string().nullable(),
  region: Region.nullable(),
  /** The content has the quote or the element. */
  grounded: z.boolean(),
  /** Of a fact: the element on the page. */
  selector: z.string().optional(),
  /** Of a fact: measured there. */
  value: z.string().optional(),
});
export type Evidence = z.infer<typeof EvidenceRow>;

export const KINDS = ['fault', 'strength'] as const;
export const EFFORTS = ['small', 'medium', 'large'] as const;

export const FindingRow = z.object({
  id: z.string(),
  persona_id: z.string(),
  dimension: z.string(),
  kind: z.enum(KINDS),
  /** 1 minor, 2 moderate, 3 serious, 4 blocks the goal; null for strengths. */
  severity: z.number().int().nullable(),
  evidence: z.array(EvidenceRow).max(3),
  comment: z.string(),
  fix: z.object({ before: z.string().nullable(), after: z.string(), effort: z.enum(EFFORTS).nullable() }).nullable(),
  /** How many of the answers have it; null if it is in none. */
  seen_in: z.object({ samples: z.number().int(), of: z.number().int() }).nullable(),
  /** Within its run, the weightiest first. */
  position: z.number().int(),
  created_at: z.number(),
  /** The note that was made from it. */
  annotation_id: z.string().optional(),
  /** The rule that failed, if it is a fact, and what was measured. */
  rule: z.string().optional(),
  measured: z.string().nullish(),
});
export type FindingRow = z.infer<typeof FindingRow>;
export const idOfFact = (review_id: string, rule: string): string => derivedId(review_id, 'fact', rule);
export const findingRows = rowsAs(keys.finding, () => FindingRow);
