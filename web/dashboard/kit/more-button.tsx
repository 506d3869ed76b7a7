import { useText } from '../words/messages.ts';
import { ErrorNote } from './error-note.tsx';

interface Props {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  label?: string;
}

/** Loads the next page of a list, if there is one. */
export const MoreButton = ({ list, label }: Props) => {
  const t = useText();
  if (list.isFetchNextPageError) return <ErrorNote error={list.error} retry={list.fetchNextPage} />;
  if (!list.hasNextPage) return null;
  return (
    <p className="more">
      <button type="button" className="button" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {label ?? t('common.more')}
      </button>
    </p>
  );
};
