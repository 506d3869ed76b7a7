import type * as z from 'zod';
import type { Feedback, SharedReview } from '../schema.ts';

export type ReportedFinding = z.input<typeof Feedback>;

/** A report's only input: the API's answers about a review. */
export interface Reported {
  review: z.input<typeof SharedReview>;
  feedback: ReportedFinding[];
  /** Provider and model; null until one has answered. */
  model: string | null;
}
