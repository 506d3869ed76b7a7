import './inbox.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Image, Wand } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../app/messages.ts';
import { onKeys } from '../../app/shortcuts.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Page } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { type Site, useSiteQueries } from '../sites/data.ts';
import { type NoteRow, useNoteQueries, useSetStatus } from './data.ts';
import { type InboxSearch, KINDS, type Kind, readInboxSearch, STATUSES } from './search.ts';
import { KindTag, StatusTag } from './tags.tsx';

const route = getRouteApi('/inbox');
const LAST_SITE = 'sidenote.site';

const pathOf = (url: string) => URL.parse(url)?.pathname ?? url;

const Row = ({ note, withStatus }: { note: NoteRow; withStatus: boolean }) => {
  const t = useText();
  return (
    <li>
      <Link
        to="/inbox/$annotationId"
        params={{ annotationId: note.id }}
        className="note-row"
        data-note={note.id}
        data-status={note.status}
      >
        <span className="note-row-text">
          <span className="excerpt">{note.summary || note.excerpt}</span>
          <span className="fine note-row-meta">
            <span>{note.submitter.name || t('inbox.anonymous')}</span>
            <span className="path">{pathOf(note.page_url)}</span>
          </span>
        </span>
        <span className="note-row-tags">
          {note.auto_fix && (
            <span className="tag accent" title={t('inbox.autofix')}>
              <Wand aria-hidden="true" /> {t('inbox.autofix.short')}
            </span>
          )}
          <KindTag kind={note.kind} />
          {withStatus && <StatusTag status={note.status} />}
          {note.has_screenshot && <Image aria-label={t('inbox.has_screenshot')} className="lucide faint" />}
        </span>
        <span className="fine when">
          <Time at={note.created_at} narrow />
        </span>
      </Link>
    </li>
  );
};

/** `j` and `k` walk the list by focus, `e` resolves the one that has it; Enter is the link's own. */
const useListKeys = (list: React.RefObject<HTMLUListElement | null>) => {
  const { mutate } = useSetStatus();
  useEffect(() => {
    const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-note]') ?? [])];
    const step = (by: number) => () => {
      const all = links();
      const at = all.indexOf(document.activeElement as HTMLElement);
      all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
    };
    const resolve = () => {
      const { note: id, status } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
      const from = STATUSES.find((one) => one === status);
      if (!id || !from || from === 'resolved') return;
      step(1)();
      mutate({ id, from, to: 'resolved' });
    };
    return onKeys({ j: step(1), k: step(-1), e: resolve });
  }, [list, mutate]);
};

const Notes = ({ site, search }: { site: Site; search: InboxSearch }) => {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    useNoteQueries().list(site.id, search),
  );
  if (error && !data) return <ErrorNote error={error} retry={refetch} />;
  if (!data) return <Skeleton lines={8} />;
  const notes = data.pages.flatMap(({ items }) => items);
  const isFiltered = search.status !== undefined || search.kind !== undefined;
  if (notes.length === 0 && !hasNextPage)
    return isFiltered ? (
      <EmptyState
        title={t('inbox.none')}
        action={
          <Link to="/inbox" search={{ site: site.id }} className="button">
            {t('inbox.clear')}
          </Link>
        }
      >
        <p>{t('inbox.none.lead')}</p>
      </EmptyState>
    ) : (
      <EmptyState
        title={t('inbox.empty')}
        action={
          <Link to="/sites/$siteId" params={{ siteId: site.id }} className="button primary">
            {t('inbox.empty.install')}
          </Link>
        }
      >
        <p>{t('inbox.empty.lead')}</p>
      </EmptyState>
    );
  return (
    <>
      <ul className="note-list" ref={list} aria-label={t('shell.inbox')}>
        {notes.map((note) => (
          <Row key={note.id} note={note} withStatus={search.status === 'all'} />
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className="button more"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('common.more')}
        </button>
      )}
    </>
  );
};

const Filters = ({ sites, site, search }: { sites: readonly Site[]; site: Site; search: InboxSearch }) => {
  const t = useText();
  const navigate = useNavigate({ from: '/inbox' });
  const change = (next: InboxSearch) => void navigate({ search: { ...search, site: site.id, ...next }, replace: true });
  return (
    <search className="filters" aria-label={t('inbox.filters')}>
      <span className="select">
        <select
          aria-label={t('inbox.site')}
          value={site.id}
          onChange={(event) => {
            localStorage.setItem(LAST_SITE, event.target.value);
            change({ site: event.target.value });
          }}
        >
          {sites.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <nav className="statuses" aria-label={t('inbox.status')}>
        {([...STATUSES, 'all'] as const).map((one) => (
          <Link
            key={one}
            to="/inbox"
            search={readInboxSearch({ ...search, site: site.id, status: one })}
            replace
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={(search.status ?? 'pending') === one ? 'page' : undefined}
          >
            {t(one === 'all' ? 'common.all' : `inbox.status.${one}`)}
          </Link>
        ))}
      </nav>
      <span className="select">
        <select
          aria-label={t('inbox.kind')}
          value={search.kind ?? ''}
          onChange={(event) => {
            const { kind: _, ...rest } = search;
            const kind = KINDS.find((one) => one === event.target.value);
            void navigate({
              search: { ...rest, site: site.id, ...(kind && { kind: kind satisfies Kind }) },
              replace: true,
            });
          }}
        >
          <option value="">{t('inbox.kind.all')}</option>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`inbox.kind.${one}`)}
            </option>
          ))}
        </select>
      </span>
    </search>
  );
};

export const InboxPage = () => {
  const t = useText();
  const search = route.useSearch();
  const { data: sites, error, refetch } = useQuery(useSiteQueries().all);
  const wanted = search.site ?? localStorage.getItem(LAST_SITE);
  const site = sites?.find(({ id }) => id === wanted) ?? sites?.[0];
  return (
    <Page title={t('shell.inbox')}>
      {error && <ErrorNote error={error} retry={refetch} />}
      {!sites && !error && <Skeleton lines={8} />}
      {sites && !site && (
        <EmptyState
          title={t('inbox.no_site')}
          action={
            <Link to="/sites/new" className="button primary">
              {t('inbox.no_site.add')}
            </Link>
          }
        >
          <p>{t('inbox.no_site.lead')}</p>
        </EmptyState>
      )}
      {sites && site && (
        <>
          <Filters sites={sites} site={site} search={search} />
          <Notes site={site} search={search} key={site.id} />
        </>
      )}
    </Page>
  );
};
