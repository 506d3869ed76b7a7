import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { isReadThrough, useNoteQueries } from './data.ts';
import { says, wordsOf } from './matching.ts';
import type { NoteRow } from './note-list.ts';
import { usePeople } from './people.ts';
import type { InboxSearch } from './search.ts';

/** Notes searched automatically; beyond that, the user has to ask. */
const AT_ONE_GO = 2000;

/** Client-side filters. */
const useFits = ({ q, assignee }: InboxSearch): ((note: NoteRow) => boolean) => {
  const { me } = usePeople();
  return useMemo(() => {
    const words = wordsOf(q);
    const wanted = assignee === 'me' ? me : assignee;
    const isTheirs = ({ assignee_id }: NoteRow) =>
      wanted === undefined || (wanted === 'nobody' ? assignee_id === null : assignee_id === wanted);
    return (note) => isTheirs(note) && says(note, words);
  }, [q, assignee, me]);
};

/** The notes of a list that match the search. The service can't search text or assignees, so the page keeps fetching and reports progress. */
export const useNotes = (site_id: string, search: InboxSearch) => {
  const isSearching = isReadThrough(search);
  const fits = useFits(search);
  const list = useInfiniteQuery(useNoteQueries().list(site_id, search));
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = list;
  const [most, setMost] = useState(AT_ONE_GO);
  const read = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const notes = useMemo(() => read?.filter(fits), [read, fits]);
  // A page can be empty because none of the scanned notes matched, and still not be the last.
  const isWanted = isSearching ? (read?.length ?? 0) < most : data?.pages.at(-1)?.items.length === 0;
  const isReadingOn = hasNextPage && isWanted;
  useEffect(() => {
    if (isReadingOn && !isFetching && !error) void fetchNextPage();
  }, [isReadingOn, isFetching, error, fetchNextPage]);
  return {
    list,
    notes,
    error,
    retry: data && hasNextPage ? fetchNextPage : refetch,
    isSearching,
    isReadingOn,
    /** Number of notes searched. */
    read: read?.length ?? 0,
    /** Searches more notes. */
    readOn: () => setMost((read?.length ?? 0) + AT_ONE_GO),
  };
};
