import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useCallback, useState } from 'react';
import { SearchBox } from '../../kit/search-box.tsx';
import { KINDS, STATUSES } from '../../words/enums.generated.ts';
import { type MessageKey, useText } from '../../words/messages.ts';
import type { Site } from '../sites/data.ts';
import { useNoteQueries } from './data.ts';
import { usePeople } from './people.ts';
import { type InboxSearch, PERIODS, readInboxSearch } from './search.ts';

export const keyOfStatus = (status: NonNullable<InboxSearch['status']>): MessageKey => {
  if (status === 'all') return 'common.all';
  return status === 'quarantine' ? 'inbox.quarantine' : `inbox.status.${status}`;
};

interface Choice {
  value: string;
  text: string;
}

/** A filter that is off unless a value is selected. */
const Filter = ({
  label,
  off,
  value,
  choices,
  choose,
}: {
  label: string;
  off: string;
  value: string | undefined;
  choices: readonly Choice[];
  choose: (value: string | undefined) => void;
}) => (
  <span className={value ? 'select on' : 'select'}>
    <select aria-label={label} value={value ?? ''} onChange={({ target }) => choose(target.value || undefined)}>
      <option value="">{off}</option>
      {choices.map(({ value: one, text }) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </span>
);

/** Number of quarantined notes, up to one page. */
const useSetAside = (site_id: string): string => {
  const { data } = useInfiniteQuery({
    ...useNoteQueries().list(site_id, { status: 'quarantine' }),
    refetchInterval: 60_000,
  });
  const count = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const isMore = data?.pages.at(-1)?.next_cursor != null;
  return `${count}${isMore ? '+' : ''}`;
};

const Statuses = ({ site, search }: { site: Site; search: InboxSearch }) => {
  const t = useText();
  const setAside = useSetAside(site.id);
  const current = search.view === 'board' ? undefined : (search.status ?? 'pending');
  // On the board, each status is a column.
  const statuses = search.view === 'board' ? [] : ([...STATUSES, 'all'] as const);
  return (
    <nav className="statuses" aria-label={t('inbox.status')}>
      {([...statuses, 'quarantine'] as const).map((one) => (
        <Link
          key={one}
          to="/inbox"
          search={readInboxSearch({ ...search, site: site.id, status: one })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={current === one ? 'page' : undefined}
        >
          {t(keyOfStatus(one))}
          {one === 'quarantine' && setAside !== '0' && <span className="count">{setAside}</span>}
        </Link>
      ))}
    </nav>
  );
};

const useAssignees = (): Choice[] => {
  const t = useText();
  const { others } = usePeople();
  return [
    { value: 'me', text: t('inbox.assignee.me') },
    { value: 'nobody', text: t('inbox.assignee.nobody') },
    ...others.map(({ id, name }) => ({ value: id, text: name })),
  ];
};

type Narrow = 'kind' | 'assignee' | 'auto_fix' | 'since';

const useNarrowings = (): { name: Narrow; label: string; off: string; choices: Choice[] }[] => {
  const t = useText();
  return [
    {
      name: 'kind',
      label: t('inbox.kind'),
      off: t('inbox.kind.all'),
      choices: KINDS.map((one) => ({ value: one, text: t(`inbox.kind.${one}`) })),
    },
    { name: 'assignee', label: t('inbox.assignee'), off: t('inbox.assignee.all'), choices: useAssignees() },
    {
      name: 'auto_fix',
      label: t('inbox.autofix.short'),
      off: t('inbox.autofix.all'),
      choices: [
        { value: 'yes', text: t('inbox.autofix.yes') },
        { value: 'no', text: t('inbox.autofix.no') },
      ],
    },
    {
      name: 'since',
      label: t('inbox.since'),
      off: t('inbox.since.all'),
      choices: PERIODS.map((one) => ({ value: one, text: t(`inbox.since.${one}`) })),
    },
  ];
};

export const Filters = ({ sites, site, search }: { sites: readonly Site[]; site: Site; search: InboxSearch }) => {
  const t = useText();
  const navigate = useNavigate({ from: '/inbox' });
  const [isOpen, setOpen] = useState(false);
  const narrowings = useNarrowings();
  const active = narrowings.filter(({ name }) => search[name] !== undefined).length;
  const change = useCallback(
    (next: Record<string, string | undefined>, replace = false) =>
      void navigate({ search: (before) => readInboxSearch({ ...before, site: site.id, ...next }), replace }),
    [navigate, site.id],
  );
  const onSearch = useCallback((q: string) => change({ q }, true), [change]);
  return (
    <search className="filters" aria-label={t('inbox.filters')}>
      <div className="filter-line">
        <span className="select site-choice">
          <select
            aria-label={t('inbox.site')}
            value={site.id}
            onChange={({ target }) => change({ site: target.value, assignee: undefined })}
          >
            {sites.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </span>
        <SearchBox label={t('inbox.search')} q={search.q ?? ''} onSearch={onSearch} />
        <button type="button" className="button filter-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden="true" /> {t('inbox.filters.more', { active })}
        </button>
      </div>
      <div className="filter-line">
        <Statuses site={site} search={search} />
        <div className={isOpen ? 'narrowings open' : 'narrowings'}>
          {narrowings.map(({ name, ...filter }) => (
            <Filter key={name} {...filter} value={search[name]} choose={(value) => change({ [name]: value })} />
          ))}
        </div>
      </div>
    </search>
  );
};
