import { Button } from '../../kit/button.tsx';
import { Link } from '../../kit/router/link.tsx';
import { t } from '../../words/messages.ts';
import type { useNotes } from './data.ts';
import { type InboxSearch, readInboxSearch } from './search.ts';

interface ProgressProps {
  state: ReturnType<typeof useNotes>;
  found: number;
  search?: InboxSearch;
}

export const SearchProgress = ({ state, found, search }: ProgressProps) => {
  const { read, isReadingOn, readOn, isSearching, isFinding, missesOlder } = state;
  const hasMore = state.list.hasNextPage;
  const isOnlySorted = search?.sort !== undefined && !search.q && !search.assignee;
  if (isOnlySorted && !hasMore) return null;
  const searched = hasMore ? 'inbox.searched_some' : 'inbox.searched_all';
  const through = isReadingOn ? 'inbox.searching' : searched;
  const ofService = isReadingOn || hasMore ? 'inbox.found_some' : 'inbox.found';
  const key = isOnlySorted ? 'inbox.sorted' : isSearching && !isFinding ? through : ofService;
  return (
    <div className="row search-progress">
      <p role="status" className="fine">
        {t(key, { read, found })} {missesOlder && t('inbox.found_recent')}
      </p>
      {isSearching && hasMore && !isReadingOn && <Button onClick={readOn}>{t('inbox.search_on')}</Button>}
      {search && !isOnlySorted && search.status !== 'all' && search.status !== 'quarantine' && (
        <Link to="/inbox" search={readInboxSearch({ ...search, status: 'all' })} className="fine-link">
          {t('inbox.search_all')}
        </Link>
      )}
    </div>
  );
};
