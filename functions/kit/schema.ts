import * as z from 'zod';
import { isId } from './ids.ts';

export const Id = z
  .string()
  .refine(isId, 'Must be a ULID.')
  .meta({ description: 'ULID', pattern: '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' });

/** A number inside, a decimal string on the wire: milliseconds since the epoch. */
export const Time = z
  .number()
  .int()
  .transform(String)
  .pipe(z.string().meta({ description: 'Epoch milliseconds, as a string', examples: ['1795219200000'] }));

/** `limit` and `cursor` of every list of the stable API. */
export const PageQuery = z.object({
  cursor: z.string().max(2048).optional().meta({ description: 'The `next_cursor` of the page before' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const pageOf = <Shape extends z.ZodType>(item: Shape) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

/** What a delete answers. */
export const Deleted = z.object({ id: z.string(), deleted: z.literal(true) });

const textOfAtMost = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.overwrite((text: string) => text.toWellFormed()),
  );

const texts = new Map<number, ReturnType<typeof textOfAtMost>>();

/** Text as it comes, but for halves of characters, which no store takes. One schema per length: each costs time at a cold start. */
export const anyText = (max: number) => {
  const known = texts.get(max) ?? textOfAtMost(max);
  texts.set(max, known);
  return known;
};

/** Text that a person wrote: not blank. */
export const writtenText = (max: number) => anyText(max).refine((text) => text.trim().length > 0, 'Write something.');
