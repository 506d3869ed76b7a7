import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Select } from '../../kit/form.tsx';
import { Link } from '../../kit/router/link.tsx';
import { navigate } from '../../kit/router/router.ts';
import { currentSearch } from '../../kit/router/target.ts';
import { SearchBox } from '../../kit/search-box.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { FIGURES } from '../../words/limits.generated.ts';
import { type MessageKey, t } from '../../words/messages.ts';
import { KINDS, PRIORITIES, STATUSES } from '../../words/note-enums.generated.ts';
import type { Site } from '../sites/data.ts';
import { type Counts, notesKey, useNoteQueries, usePeople } from './data.ts';
import { ALL_SITES } from './first-page.ts';
import { loadedNotes } from './note-list.ts';
import { type InboxSearch, PERIODS, readInboxSearch, sortsOf } from './search.ts';

export const keyOfStatus = (status: NonNullable<InboxSearch['status']>): MessageKey => {
  if (status === 'all') return 'common.all';
  return status === 'quarantine' ? 'inbox.quarantine' : `inbox.status.${status}`;
};

type Options = readonly (readonly [value: string, text: string])[];

/** A count that the service ends at its maximum is that or more. */
const Count = ({ counts, of, isUrgent }: { counts: readonly Counts[]; of: keyof Counts; isUrgent: boolean }) => {
  const all = counts.map((one) => one[of]);
  const sum = all.reduce((total, count) => total + count, 0);
  if (sum === 0) return null;
  const isMore = all.some((count) => count >= FIGURES.maxCounted);
  return <span className={isUrgent ? 'count' : 'count quiet'}>{`${sum}${isMore ? '+' : ''}`}</span>;
};

const Statuses = ({ site_id, search }: { site_id: string; search: InboxSearch }) => {
  const { data: counts = [] } = useQuery(useNoteQueries().counts(site_id));
  const current = search.view === 'board' ? undefined : (search.status ?? 'pending');
  const statuses = search.view === 'board' ? [] : ([...STATUSES, 'all'] as const);
  return (
    <nav className="statuses" aria-label={t('inbox.status')}>
      {([...statuses, 'quarantine'] as const).map((one) => (
        <Link
          key={one}
          to="/inbox"
          search={readInboxSearch({ ...search, site: site_id, status: one })}
          aria-current={current === one ? 'page' : undefined}
        >
          {t(keyOfStatus(one))} {one === 'quarantine' && <Count counts={counts} of="quarantined" isUrgent />}
          {one !== 'quarantine' && one !== 'all' && <Count counts={counts} of={one} isUrgent={false} />}
        </Link>
      ))}
    </nav>
  );
};

type Narrow = 'sort' | 'kind' | 'assignee' | 'priority' | 'label' | 'auto_fix' | 'since';

/** No list of all labels exists, so the loaded notes say which are in use. */
const useLabels = (site_id: string, chosen: string | undefined): readonly string[] => {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  const queryKey = notesKey(workspace.id, site_id);
  useIsFetching({ queryKey });
  const used = loadedNotes(queries, queryKey).flatMap(({ labels }) => labels);
  return [...new Set([...used, ...(chosen ? [chosen] : [])])].sort();
};

const useNarrowings = (site_id: string, search: InboxSearch): { name: Narrow; label: string; options: Options }[] => {
  const { others } = usePeople();
  const priorities = PRIORITIES.map((one) => [one, t(`inbox.priority.${one}`)] as const);
  const labels = useLabels(site_id, search.label).map((one) => [one, one] as const);
  const kinds = KINDS.map((one) => [one, t(`inbox.kind.${one}`)] as const);
  const assignees = [
    ['me', t('inbox.assignee.me')],
    ['nobody', t('inbox.assignee.nobody')],
    ...others.map(({ id, label }) => [id, label] as const),
  ] as const;
  const autoFixes = [
    ['yes', t('inbox.autofix.yes')],
    ['no', t('inbox.autofix.no')],
  ] as const;
  const sorts = sortsOf(search.status).map((one) => [one, t(`inbox.sort.${one}`)] as const);
  const periods = PERIODS.map((one) => [one, t(`inbox.since.${one}`)] as const);
  return [
    { name: 'kind', label: t('inbox.kind'), options: [['', t('inbox.kind.all')], ...kinds] },
    { name: 'assignee', label: t('inbox.assignee'), options: [['', t('inbox.assignee.all')], ...assignees] },
    {
      name: 'priority',
      label: t('inbox.priority'),
      options: [['', t('inbox.priority.all')], ...[...priorities].reverse()],
    },
    ...(labels.length > 0
      ? [{ name: 'label' as const, label: t('inbox.label'), options: [['', t('inbox.label.all')], ...labels] as const }]
      : []),
    { name: 'auto_fix', label: t('inbox.autofix.short'), options: [['', t('inbox.autofix.all')], ...autoFixes] },
    { name: 'since', label: t('inbox.since'), options: [['', t('inbox.since.all')], ...periods] },
    ...(search.view === 'board'
      ? []
      : [
          {
            name: 'sort' as const,
            label: t('inbox.sort'),
            options: [['', t('inbox.sort.created')], ...sorts] as const,
          },
        ]),
  ];
};

interface Props {
  sites: readonly Site[];
  site_id: string;
  search: InboxSearch;
}

export const Filters = ({ sites, site_id, search }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const narrowings = useNarrowings(site_id, search);
  const active = narrowings.filter(({ name }) => search[name] !== undefined).length;
  const change = useCallback(
    (next: Record<string, string | undefined>, replace = false) =>
      void navigate({ to: '/inbox', search: readInboxSearch({ ...currentSearch(), site: site_id, ...next }), replace }),
    [site_id],
  );
  const named = sites.map(({ id, name }) => [id, name] as const);
  const options = sites.length > 1 ? [[ALL_SITES, t('common.all_sites')] as const, ...named] : named;
  const onSearch = useCallback((q: string) => change({ q }, true), [change]);
  return (
    <search className="stack close filters" aria-label={t('inbox.filters')}>
      <div className="row filter-line">
        <Select
          className="site-choice"
          aria-label={t('inbox.site')}
          value={site_id}
          options={options}
          onChange={(id) => change({ site: id, assignee: undefined })}
        />
        <SearchBox label={t('inbox.search')} q={search.q ?? ''} onSearch={onSearch} />
        <Button look="filter-toggle" icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {active > 0 ? t('inbox.filters.some', { active }) : t('inbox.filters.none')}
        </Button>
      </div>
      <div className="row spread filter-line">
        <Statuses site_id={site_id} search={search} />
        <div className={isOpen ? 'row tight narrowings open' : 'row tight narrowings'}>
          {narrowings.map(({ name, label, options }) => (
            <Select
              key={name}
              className={search[name] && 'on'}
              aria-label={label}
              value={search[name] ?? ''}
              options={options}
              onChange={(value) => change({ [name]: value || undefined })}
            />
          ))}
        </div>
      </div>
    </search>
  );
};
