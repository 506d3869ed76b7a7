import { Link } from '@tanstack/react-router';
import { useText } from '../../words/messages.ts';
import type { useNotes } from './notes.ts';
import { type InboxSearch, readInboxSearch } from './search.ts';

interface Props {
  state: ReturnType<typeof useNotes>;
  found: number;
  /** Set if another status could contain matches. */
  search?: InboxSearch;
}

/** Search progress; never claims more than was searched. */
export const SearchProgress = ({ state, found, search }: Props) => {
  const t = useText();
  const { read, isReadingOn, readOn } = state;
  const hasMore = state.list.hasNextPage;
  const key = isReadingOn ? 'inbox.searching' : hasMore ? 'inbox.searched_some' : 'inbox.searched_all';
  return (
    <div className="search-progress">
      <p role="status" className="fine">
        {t(key, { read, found })}
      </p>
      {hasMore && !isReadingOn && (
        <button type="button" className="button" onClick={readOn}>
          {t('inbox.search_on')}
        </button>
      )}
      {search && search.status !== 'all' && search.status !== 'quarantine' && (
        <Link to="/inbox" search={readInboxSearch({ ...search, status: 'all' })} className="fine-link">
          {t('inbox.search_all')}
        </Link>
      )}
    </div>
  );
};
