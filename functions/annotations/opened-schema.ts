import * as z from 'zod';
import { Id, refusing, Time } from '../kit/contract/schema.ts';

/** Marks of one request. */
export const MAX_MARKED = 100;
/** Marks that are read, of the newest notes that the member opened. */
export const MAX_OPENED = 300;

const Mark = z.object({
  annotation_id: Id,
  updated_at: z
    .string()
    .regex(/^\d{1,15}$/)
    .meta({ description: '`updated_at` of the note as it was shown' }),
});

const FIELDS = { fields: 'notes, all' };

export const OpenedMark = z
  .object({
    notes: z.array(Mark).min(1).max(MAX_MARKED).optional(),
    all: z.literal(true).optional().meta({ description: 'All notes of the site, as they are now' }),
  })
  .refine(({ notes, all }) => notes !== undefined || all !== undefined, refusing('one_of_required', FIELDS))
  .refine(({ notes, all }) => notes === undefined || all === undefined, refusing('only_one_of', FIELDS));

export const Opened = z
  .object({
    since: Time.meta({ description: 'Notes that have not changed since then count as read' }),
    opened: z
      .array(z.object({ annotation_id: Id, updated_at: Time }))
      .max(MAX_OPENED)
      .meta({ description: 'Up to where the newest notes that the member opened were read' }),
    from: Id.nullable().meta({ description: 'Older notes than this one count as read; null if all marks are listed' }),
  })
  .meta({ description: 'A note is unread if it changed after its mark, or after `since` if it has none' });
