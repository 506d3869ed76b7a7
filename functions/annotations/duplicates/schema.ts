import * as z from 'zod';
import { AnnotationListItem, untrusted, untrustedIn } from '../schema.ts';

/** A note is read whole. */
export const MAX_DUPLICATES = 100;
export const MAX_SUGGESTED = 5;

export const Duplicates = z.object({
  duplicates: z
    .array(AnnotationListItem)
    .max(MAX_DUPLICATES)
    .meta({ description: 'Notes that name this one as their original' }),
  suggestions: z
    .array(
      AnnotationListItem.extend({
        same: z.enum(['element', 'page']).meta({ description: 'The place that both are about' }),
      }),
    )
    .max(MAX_SUGGESTED)
    .meta({ description: 'Of the newest 200 notes of the site, those that may report the same, likeliest first' }),
  untrusted: untrusted(['duplicates', 'suggestions'].flatMap(untrustedIn)),
});
