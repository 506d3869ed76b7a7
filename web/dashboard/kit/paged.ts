import { every } from '../../client/index.ts';

/** Options for queries of paginated lists. */
export const PAGED = {
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor,
};

/** Fetches a page; the first has no cursor. */
export const pageQuery = (cursor: string, limit: number) => ({ limit, ...(cursor && { cursor }) });

/** All items of a list that is shown whole. */
export const allOf = async <Input extends { query?: { cursor?: string | undefined } }, Item>(
  list: (input: Input) => Promise<{ items: Item[]; next_cursor: string | null }>,
  input: Input,
): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const one of every(list, input)) items.push(one);
  return items;
};
