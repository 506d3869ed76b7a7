import * as z from 'zod';

/** As rows and answers have it, next to its text. */
export const SaidCode = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
