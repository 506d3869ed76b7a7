import * as z from 'zod';
import { Box } from '../browser/order.ts';
import { SaidCode } from '../codes/said-code.ts';

export const FACT_STATES = ['passed', 'failed', 'not_measured'] as const;

const cut = (most: number) => z.string().transform((text) => text.slice(0, most).toWellFormed());

/** One of the places at which a rule failed. */
export const Place = z.object({
  selector: cut(1024).optional(),
  /** The words of the page that it concerns. */
  quote: cut(300).optional(),
  /** On the picture of the whole page in the fact's view. */
  box: Box.optional(),
  /** Measured here, for people: "2.9:1", "12 × 9 px", "404". */
  value: cut(120).optional(),
});
export type Place = z.infer<typeof Place>;

export const MAX_PLACES = 10;

/** The result of a rule: measured, never judged. */
export const Fact = z.object({
  /** Its id in the catalog of rules. */
  rule: z.string().max(60),
  state: z.enum(FACT_STATES),
  /** Null if it concerns the page in every window. */
  view: z.enum(['wide', 'narrow']).nullable(),
  /** For people: "3 of 41 pictures", "4.2 s". */
  measured: cut(200).nullable(),
  /** Why it is not measured. */
  reason: cut(200).nullable(),
  /** Absent if it is measured. */
  reason_code: SaidCode.optional(),
  /** All places at which it failed, of which the first are listed. */
  count: z.number().int().nonnegative(),
  places: z.array(Place).max(MAX_PLACES),
});
export type Fact = z.infer<typeof Fact>;

export const TOPICS = [
  'accessibility',
  'layout',
  'speed',
  'errors',
  'links',
  'metadata',
  'language',
  'consistency',
  'security',
] as const;

/** The catalog's entry of a rule. */
export interface Rule {
  id: string;
  topic: (typeof TOPICS)[number];
  /** The fault, as a short sentence: "Text has too little contrast." */
  fault: string;
  /** The repair, as an instruction. */
  fix: string;
  /** 1 minor, 2 moderate, 3 serious, 4 blocks the goal. */
  severity: 1 | 2 | 3 | 4;
  effort: 'small' | 'medium' | 'large';
  /** An address that explains it. */
  link: string;
  /** Depends on the moment: differences under 20% aren't changes. */
  is_timing?: true;
  /** The checks of axe-core that it reports. */
  axe?: readonly string[];
}
