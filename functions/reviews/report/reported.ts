import type * as z from 'zod';
import type { Feedback, SharedReview } from '../schema.ts';

export type ReportedFinding = z.input<typeof Feedback>;

/** What a report is made of: what the API answers of a review, and nothing else. */
export interface Reported {
  review: z.input<typeof SharedReview>;
  feedback: ReportedFinding[];
  /** Who was asked, by the name of provider and model; null until somebody answered. */
  model: string | null;
}
