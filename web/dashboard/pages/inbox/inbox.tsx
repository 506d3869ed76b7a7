import './inbox.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Columns3, Rows3 } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { lazyComponent } from '../../kit/lazy-component.ts';
import { Page } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useText } from '../../words/messages.ts';
import { type Site, useSiteQueries } from '../sites/data.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters, keyOfStatus } from './filters.tsx';
import { useInboxKeys } from './inbox-keys.ts';
import { NoteList } from './list.tsx';
import { type InboxSearch, readInboxSearch } from './search.ts';
import { TriageProvider, useTriage } from './triage.tsx';

// Dragging and menus load on demand.
const Board = lazyComponent(
  () => import('./board.tsx'),
  (it) => it.Board,
);
const NoteMenu = lazyComponent(
  () => import('./note-menu.tsx'),
  (it) => it.NoteMenu,
);

const LAST_SITE = 'sidenote.site';

const route = getRouteApi('/inbox');

const Notes = ({ site, search }: { site: Site; search: InboxSearch }) => {
  const t = useText();
  useInboxKeys();
  const { menu } = useTriage();
  return (
    <>
      {search.status === 'quarantine' && <p className="callout quarantine-lead">{t('inbox.quarantine.lead')}</p>}
      {search.view === 'board' ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <Board site_id={site.id} search={search} />
        </Suspense>
      ) : (
        <NoteList site_id={site.id} search={search} />
      )}
      <BulkBar />
      <Suspense fallback={null}>{menu && <NoteMenu />}</Suspense>
    </>
  );
};

const Views = ({ site, search }: { site: Site; search: InboxSearch }) => {
  const t = useText();
  const isBoard = search.view === 'board';
  const common = { to: '/inbox', activeOptions: { exact: true, includeSearch: true } } as const;
  return (
    <nav className="statuses" aria-label={t('inbox.view')}>
      <Link
        {...common}
        search={readInboxSearch({ ...search, site: site.id, view: undefined })}
        aria-current={isBoard ? undefined : 'page'}
      >
        <Rows3 aria-hidden="true" /> {t('inbox.view.list')}
      </Link>
      <Link
        {...common}
        search={readInboxSearch({ ...search, site: site.id, status: undefined, view: 'board' })}
        aria-current={isBoard ? 'page' : undefined}
      >
        <Columns3 aria-hidden="true" /> {t('inbox.view.board')}
      </Link>
    </nav>
  );
};

const NoSite = () => {
  const t = useText();
  const { workspace } = useWorkspace();
  if (workspace.role === 'GUEST')
    return (
      <EmptyState title={t('inbox.no_grant')}>
        <p>{t('inbox.no_grant.lead')}</p>
      </EmptyState>
    );
  return (
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
  );
};

export const InboxPage = () => {
  const t = useText();
  const search = route.useSearch();
  const { workspace } = useWorkspace();
  const { data: sites, error, refetch } = useQuery(useSiteQueries().all);
  // Keeps the site shown first: another tab may choose another, and a site can be deleted.
  const [begun, setBegun] = useState<string>();
  const wanted = search.site ?? begun;
  const site = sites?.find(({ id }) => id === (wanted ?? localStorage.getItem(LAST_SITE))) ?? sites?.[0];
  if (site && !wanted) setBegun(site.id);
  const isElsewhere = site && wanted && site.id !== wanted;
  const named = search.site === site?.id ? search.site : undefined;
  useEffect(() => {
    if (named) localStorage.setItem(LAST_SITE, named);
  }, [named]);
  const view = t(search.view === 'board' ? 'inbox.view.board' : keyOfStatus(search.status ?? 'pending'));
  // Selection and reading position belong to these filters.
  const shown = site && JSON.stringify([site.id, search]);
  return (
    <Page
      title={t('shell.inbox')}
      {...(site && { view: `${view} · ${site.name}` })}
      actions={
        site && (
          <>
            <Views site={site} search={search} />
            {workspace.role !== 'GUEST' && <ExportButton site={site} search={search} />}
          </>
        )
      }
    >
      {error && (
        <div className="inbox-hint">
          <ErrorNote error={error} retry={refetch} />
        </div>
      )}
      {!sites && !error && <Skeleton lines={8} as="rows" />}
      {sites && !site && <NoSite />}
      {sites && site && (
        <>
          {isElsewhere && (
            <p className="callout inbox-hint" role="status">
              {t('inbox.site_gone', { name: site.name })}
            </p>
          )}
          <Filters sites={sites} site={site} search={search} />
          <TriageProvider key={shown} site_id={site.id} search={search}>
            <Notes site={site} search={search} />
          </TriageProvider>
        </>
      )}
    </Page>
  );
};
