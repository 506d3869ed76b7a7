import type { ReactNode } from 'react';
import { type CallOptions, every } from '../../client/index.ts';
import { t } from '../words/messages.ts';
import { Button } from './button.tsx';
import { ErrorNote, Waiting } from './states.tsx';

/** `infiniteQueryOptions({ queryKey, ...paged(30, read) })` */
export const paged = <Page extends { next_cursor: string | null }>(
  limit: number,
  read: (page: { limit: number; cursor?: string }, options: CallOptions) => Promise<Page>,
) => ({
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: Page) => next_cursor,
  queryFn: ({ pageParam: cursor, signal }: { pageParam: string; signal: AbortSignal }) =>
    read({ limit, ...(cursor && { cursor }) }, { signal }),
});

export const allOf = async <Input extends { query?: { cursor?: string | undefined } }, Item>(
  list: (input: Input, options: CallOptions) => Promise<{ items: Item[]; next_cursor: string | null }>,
  input: NoInfer<Input>,
  signal: AbortSignal,
): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const one of every((page: Input) => list(page, { signal }), input)) items.push(one);
  return items;
};

interface MoreButtonProps {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  label?: string;
}

export const MoreButton = ({ list, label }: MoreButtonProps) => {
  if (list.isFetchNextPageError) return <ErrorNote error={list.error} retry={list.fetchNextPage} />;
  if (!list.hasNextPage) return null;
  return (
    <p className="more">
      <Button disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {label ?? t('common.more')}
      </Button>
    </p>
  );
};

interface Props<Item> {
  list: Parameters<typeof MoreButton>[0]['list'] & {
    data: { pages: { items: Item[] }[] } | undefined;
    refetch: () => unknown;
  };
  label?: string;
  className: string;
  lines: number;
  empty: ReactNode;
  emptyYet?: ReactNode;
  more?: string;
  children: (item: Item) => ReactNode;
}

export const PagedList = <Item,>({ list, label, className, lines, empty, emptyYet, more, children }: Props<Item>) => {
  if (!list.data) return <Waiting query={list} lines={lines} />;
  const items = list.data.pages.flatMap((page) => page.items);
  return (
    <>
      {items.length === 0 && (list.hasNextPage ? emptyYet : empty)}
      {items.length > 0 && (
        <ul className={className} aria-label={label}>
          {items.map(children)}
        </ul>
      )}
      <MoreButton list={list} {...(more !== undefined && { label: more })} />
    </>
  );
};
