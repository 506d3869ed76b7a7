import { type CursorBinding, readCursor, writeCursor } from '../kit/cursor.ts';
import { inOrder } from './persona.ts';
import type { PersonaRow } from './schema.ts';

/** Well under what a Lambda may answer. */
const MAX_BYTES = 4_000_000;

type Place = Pick<PersonaRow, 'category' | 'slug' | 'name' | 'id'>;

const placeOf = ({ category, slug, name, id }: PersonaRow): string =>
  JSON.stringify({ category, slug: slug === null ? null : '', name, id } satisfies Place);

const isAfter = (row: PersonaRow, position: string) => inOrder(row, { ...row, ...(JSON.parse(position) as Place) }) > 0;

/** One page of a list that is in order. Where texts are very long a page ends before its limit, with a cursor. */
export const pageOfPersonas = (
  rows: readonly PersonaRow[],
  { limit, cursor }: { limit: number; cursor: string | undefined },
  binding: CursorBinding,
): { items: PersonaRow[]; next_cursor: string | null } => {
  const from = readCursor(cursor, binding);
  const rest = from === undefined ? rows : rows.filter((row) => isAfter(row, from));
  const items: PersonaRow[] = [];
  let bytes = 0;
  for (const row of rest.slice(0, limit)) {
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (items.length > 0 && bytes > MAX_BYTES) break;
    items.push(row);
  }
  const last = items.at(-1);
  return { items, next_cursor: last && items.length < rest.length ? writeCursor(placeOf(last), binding) : null };
};
