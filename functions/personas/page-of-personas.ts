import { type CursorBinding, readCursor, writeCursor } from '../kit/table/cursor.ts';
import { type Page, RESUME } from '../kit/table/page.ts';
import { inOrder } from './persona.ts';
import type { PersonaRow } from './schema.ts';

type Place = [category: string, slug: string | null, name: string, id: string];

/** Short enough for a cursor with any names. */
const placeOf = ({ category, slug, name, id }: PersonaRow): string =>
  JSON.stringify([category, slug === null ? null : '', name, id] satisfies Place);

const isAfter = (row: PersonaRow, position: string) => {
  const [category, slug, name, id] = JSON.parse(position) as Place;
  return inOrder(row, { ...row, category, slug, name, id }) > 0;
};

/** One page of a list that is in order. */
export const pageOfPersonas = (
  rows: readonly PersonaRow[],
  { limit, cursor }: { limit: number; cursor: string | undefined },
  binding: CursorBinding,
): Page<PersonaRow> => {
  const from = readCursor(cursor, binding);
  const rest = from === undefined ? rows : rows.filter((row) => isAfter(row, from));
  const items = rest.slice(0, limit);
  const cursorAfter = (row: PersonaRow) => writeCursor(placeOf(row), binding);
  const last = items.at(-1);
  return {
    items,
    next_cursor: last && items.length < rest.length ? cursorAfter(last) : null,
    [RESUME]: (kept) =>
      items
        .slice(kept - 1, kept)
        .map(cursorAfter)
        .join(),
  };
};
