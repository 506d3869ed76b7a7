import * as z from 'zod';
import { anyText } from '../kit/contract/schema.ts';

/** `verified`: the site's own server signed who it is; `claimed`: only the page says so. */
export const IDENTITIES = ['verified', 'claimed'] as const;

export const MAX_METADATA = 20;
export const MAX_USER_ID = 120;

export const Metadata = z
  .record(anyText(40).min(1), anyText(200))
  .refine((values) => Object.keys(values).length <= MAX_METADATA, `At most ${MAX_METADATA} entries`);

const MAX_ANSWERS = 5;

/** Told by the page and its visitor. Nothing of it is checked, except for a verified visitor's ID. */
export const Visitor = z.object({
  user_id: anyText(MAX_USER_ID).optional(),
  metadata: Metadata.optional(),
  rating: z
    .object({ value: z.int().min(1).max(5), scale: z.enum(['stars', 'thumbs']) })
    .optional()
    .meta({ description: 'Thumbs: 1 is down, 5 is up' }),
  /** With the question's words of that day. */
  answers: z
    .array(z.object({ question: anyText(120), answer: anyText(1000) }))
    .max(MAX_ANSWERS)
    .optional(),
});
export type Visitor = z.infer<typeof Visitor>;

export const visitorText = (visitor: Visitor | undefined): string =>
  [
    ...(visitor?.rating ? [`rating: ${visitor.rating.value} of 5 (${visitor.rating.scale})`] : []),
    ...(visitor?.answers ?? []).map(({ question, answer }) => `${question} ${answer}`),
    ...(visitor?.user_id ? [`user ID: ${visitor.user_id}`] : []),
    ...Object.entries(visitor?.metadata ?? {}).map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
