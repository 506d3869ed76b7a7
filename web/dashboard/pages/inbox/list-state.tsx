import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowUp, ExternalLink } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { webAddress } from '../../kit/address.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { type MessageKey, useText } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import type { useNotes } from './data.ts';
import type { NoteRow } from './note-list.ts';
import { ALL_SITES, type InboxSearch, isNarrowed, readInboxSearch } from './search.ts';

/** Scrolled further than this, new notes on top would push the content away. */
const SCROLLED_PX = 80;

const isBeingRead = (element: HTMLElement | null): boolean =>
  element !== null &&
  (window.scrollY > SCROLLED_PX || element.scrollTop > SCROLLED_PX || element.matches(':hover, :focus-within'));

/** Notes that arrive on top are held back while someone reads; `show` or moving away from the list lets them in. */
export const useNewNotes = (notes: readonly NoteRow[], element: RefObject<HTMLElement | null>) => {
  const newest = notes[0]?.id ?? '';
  const [known, setKnown] = useState(newest);
  useEffect(() => {
    if (newest > known && (known === '' || !isBeingRead(element.current))) setKnown(newest);
  }, [newest, known, element]);
  const shown = known === '' ? notes : notes.filter(({ id }) => id <= known);
  const show = () => {
    setKnown(newest);
    const { current } = element;
    const isScrolled = current !== null && current.scrollTop > 0;
    (isScrolled ? current : window).scrollTo({ top: 0 });
  };
  return { shown, waiting: notes.length - shown.length, show };
};

export const NewNotesButton = ({ waiting, onShow }: { waiting: number; onShow: () => void }) => {
  const t = useText();
  return (
    <div role="status" className="fresh">
      {waiting > 0 && (
        <Button look="primary" icon={ArrowUp} onClick={onShow}>
          {t('inbox.fresh', { count: waiting })}
        </Button>
      )}
    </div>
  );
};

interface ProgressProps {
  state: ReturnType<typeof useNotes>;
  found: number;
  search?: InboxSearch;
}

export const SearchProgress = ({ state, found, search }: ProgressProps) => {
  const t = useText();
  const { read, isReadingOn, readOn } = state;
  const hasMore = state.list.hasNextPage;
  const key = isReadingOn ? 'inbox.searching' : hasMore ? 'inbox.searched_some' : 'inbox.searched_all';
  return (
    <div className="row search-progress">
      <p role="status" className="fine">
        {t(key, { read, found })}
      </p>
      {hasMore && !isReadingOn && <Button onClick={readOn}>{t('inbox.search_on')}</Button>}
      {search && search.status !== 'all' && search.status !== 'quarantine' && (
        <Link to="/inbox" search={readInboxSearch({ ...search, status: 'all' })} className="fine-link">
          {t('inbox.search_all')}
        </Link>
      )}
    </div>
  );
};

const saidOf = (search: InboxSearch, isAll: boolean): [title: MessageKey, lead: MessageKey] => {
  if (isNarrowed(search)) {
    const looked = search.view === 'board' ? 'inbox.none.lead_board' : 'inbox.none.lead';
    return ['inbox.none', isAll ? looked : 'inbox.none.lead_so_far'];
  }
  if (search.status === 'quarantine') return ['inbox.quarantine.empty', 'inbox.quarantine.empty.lead'];
  if (search.status && search.status !== 'all') return ['inbox.none', 'inbox.none.status'];
  return ['inbox.empty', 'inbox.empty.lead'];
};

const FirstNote = ({ site_id }: { site_id: string }) => {
  const t = useText();
  const { data: sites } = useQuery(useSiteQueries().all);
  const { url = '' } = sites?.find(({ id }) => id === site_id) ?? {};
  const href = webAddress(url);
  return (
    <p className="row centred">
      {href && (
        <a href={href} target="_blank" rel="noreferrer" className="button primary">
          <ExternalLink aria-hidden="true" /> {t('inbox.empty.leave')}
        </a>
      )}
      <Link to="/sites/$siteId" params={{ siteId: site_id }} className="button">
        {t('inbox.empty.install')}
      </Link>
    </p>
  );
};

export const Nothing = ({ site_id, search, isAll }: { site_id: string; search: InboxSearch; isAll: boolean }) => {
  const t = useText();
  const [title, lead] = saidOf(search, isAll);
  const { status, view } = search;
  const wider = { site: site_id, ...(view && { view }), ...(isNarrowed(search) && status && { status }) };
  const isFirst = title === 'inbox.empty';
  const clear = (
    <Link to="/inbox" search={wider} className="button">
      {t(isNarrowed(search) ? 'inbox.clear_filters' : 'inbox.clear')}
    </Link>
  );
  const action = isFirst ? site_id !== ALL_SITES && <FirstNote site_id={site_id} /> : clear;
  return (
    <EmptyState title={t(title)} action={action}>
      <p>{t(lead)}</p>
    </EmptyState>
  );
};
