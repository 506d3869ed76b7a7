import { readStored } from '../../../kit/stored.ts';
import type { InboxSearch } from '../search.ts';

/** The list the note was opened from: its filters and its order at that time, so that resolving one doesn't shift the others. */
interface VisibleList {
  search: InboxSearch;
  ids: readonly string[];
}

const STORED = 'sidenote.walk';

/** Records the visible list, to navigate from one of its notes to the next. */
export const rememberList = (search: InboxSearch, ids: readonly string[]): void =>
  sessionStorage.setItem(STORED, JSON.stringify({ search, ids } satisfies VisibleList));

/** A note's position in the last visible list; undefined if it wasn't in it. */
export const positionInList = (noteId: string) => {
  const { search, ids = [] } = readStored<VisibleList>(STORED) ?? {};
  const at = ids.indexOf(noteId);
  return at < 0 ? undefined : { search, at, count: ids.length, previous: ids[at - 1], next: ids[at + 1] };
};
export type ListPosition = ReturnType<typeof positionInList>;
