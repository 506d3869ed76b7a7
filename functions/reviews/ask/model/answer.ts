import * as z from 'zod';

/** Scores may come as fractions; what lies outside the scale is clamped. Infinities and NaN are no answer. */
const Score = z
  .number()
  .refine(Number.isFinite)
  .transform((score) => Math.min(5, Math.max(1, score)));

const cutTo = (most: number) => z.string().transform((text) => text.toWellFormed().trim().slice(0, most));

/** What a model answers: the score before its reasons (arXiv 2503.03064 found that order better). */
export const Answer = z.object({
  dimensions: z
    .array(
      z.object({
        dimension: z.string(),
        score: Score,
        quote: cutTo(400).nullish(),
        element: cutTo(120).nullish(),
        comment: cutTo(1200),
        suggestion: cutTo(800).nullish(),
      }),
    )
    .max(24),
  summary: cutTo(2000),
});
export type Answer = z.infer<typeof Answer>;
