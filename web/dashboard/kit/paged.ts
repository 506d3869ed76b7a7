/** For queries of lists: their pages follow one another by the service's cursor. */
export const PAGED = {
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor,
};

/** What asks for a page; the first has no cursor. */
export const pageAt = (cursor: string, limit: number) => ({ limit, ...(cursor && { cursor }) });
