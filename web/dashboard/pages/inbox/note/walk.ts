import { readStored } from '../../../kit/stored.ts';
import type { InboxSearch } from '../search.ts';

/** The list that one came from: its filters, and its notes in their order then; resolving one does not shift the others. */
interface Walk {
  search: InboxSearch;
  ids: readonly string[];
}

const STORED = 'sidenote.walk';

/** A list says what it shows, for whoever opens one of its notes and goes on from there. */
export const rememberList = (search: InboxSearch, ids: readonly string[]): void =>
  sessionStorage.setItem(STORED, JSON.stringify({ search, ids } satisfies Walk));

/** Where a note stands in the list that was shown last; undefined where it was not in it. */
export const placeInWalk = (noteId: string) => {
  const { search, ids = [] } = readStored<Walk>(STORED) ?? {};
  const at = ids.indexOf(noteId);
  return at < 0 ? undefined : { search, at, count: ids.length, previous: ids[at - 1], next: ids[at + 1] };
};
export type PlaceInWalk = ReturnType<typeof placeInWalk>;
