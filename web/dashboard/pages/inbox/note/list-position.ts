import { readStored } from '../../../kit/stored.ts';
import type { InboxSearch } from '../search.ts';

/** The order when the note was opened, so that resolving one doesn't shift the others. */
interface VisibleList {
  search: InboxSearch;
  ids: readonly string[];
}

const STORED = 'sidenote.walk';

export const rememberList = (search: InboxSearch, notes: readonly { id: string }[]): void => {
  const list: VisibleList = { search, ids: notes.map(({ id }) => id) };
  sessionStorage.setItem(STORED, JSON.stringify(list));
};

export const leaveOut = (noteId: string): void => {
  const list = readStored<VisibleList>(STORED);
  if (list) sessionStorage.setItem(STORED, JSON.stringify({ ...list, ids: list.ids.filter((id) => id !== noteId) }));
};

export const positionInList = (noteId: string) => {
  const { search, ids = [] } = readStored<VisibleList>(STORED) ?? {};
  const at = ids.indexOf(noteId);
  return at < 0 ? undefined : { search, at, count: ids.length, previous: ids[at - 1], next: ids[at + 1] };
};
export type ListPosition = ReturnType<typeof positionInList>;
