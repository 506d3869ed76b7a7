import './inbox.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Columns3, FileDown, Rows3 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { lazyComponent } from '../../kit/lazy-component.tsx';
import { Page } from '../../kit/page.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../kit/states.tsx';
import { notifyError } from '../../kit/toast.ts';
import { useWorkspace, type Workspace } from '../../session/workspace.tsx';
import { useText } from '../../words/messages.ts';
import { type Site, useSiteQueries } from '../sites/data.ts';
import { BulkBar } from './bulk-bar.tsx';
import { MAX_SITES } from './data.ts';
import { Filters, keyOfStatus } from './filters.tsx';
import { useFollowChanges } from './follow-changes.ts';
import { NoteList } from './list.tsx';
import { ReasonRegion } from './reason-region.tsx';
import { ALL_SITES, type InboxSearch, readInboxSearch } from './search.ts';
import { TriageProvider, useInboxKeys, useTriage } from './triage.tsx';

const Board = lazyComponent(
  async () => (await import('./board.tsx')).Board,
  () => <Skeleton lines={8} />,
);
const Checklist = lazyComponent(async () => (await import('./start/checklist.tsx')).Checklist, null);
const NoteMenu = lazyComponent(async () => (await import('./note-menu.tsx')).NoteMenu, null);

const LAST_SITE = 'sidenote.site';

const route = getRouteApi('/inbox');

const Notes = ({ site_id, search }: { site_id: string; search: InboxSearch }) => {
  const t = useText();
  useFollowChanges();
  useInboxKeys();
  const { menu } = useTriage();
  return (
    <>
      {search.status === 'quarantine' && <p className="callout inbox-hint">{t('inbox.quarantine.lead')}</p>}
      {search.view === 'board' ? (
        <Board site_id={site_id} search={search} />
      ) : (
        <NoteList site_id={site_id} search={search} />
      )}
      <BulkBar />
      {menu && <NoteMenu menu={menu} />}
      <ReasonRegion />
    </>
  );
};

const Views = ({ site, search }: { site: Site; search: InboxSearch }) => {
  const t = useText();
  const views = [
    { name: 'list', icon: Rows3, search: { ...search, view: undefined } },
    { name: 'board', icon: Columns3, search: { ...search, status: undefined, view: 'board' } },
  ] as const;
  return (
    <nav className="statuses" aria-label={t('inbox.view')}>
      {views.map(({ name, icon: Icon, search: shown }) => (
        <Link
          key={name}
          to="/inbox"
          search={readInboxSearch({ ...shown, site: site.id })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={name === (search.view ?? 'list') ? 'page' : undefined}
        >
          <Icon aria-hidden="true" /> {t(`inbox.view.${name}`)}
        </Link>
      ))}
    </nav>
  );
};

const save = (file: Blob, name: string) => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click handler.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** The request needs the session, so it can't be a link. */
const ExportButton = ({ site, search }: { site: Site; search: InboxSearch }) => {
  const t = useText();
  const { service } = useWorkspace();
  const { status: shown = 'pending', view } = search;
  const status = shown === 'all' || shown === 'quarantine' || view === 'board' ? undefined : shown;
  const { mutate, isPending } = useMutation({
    mutationFn: () => service.exportPdf({ site_id: site.id, query: status ? { status } : {} }),
    onSuccess: (file) => {
      const day = new Date().toISOString().slice(0, 10);
      save(file, `${site.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, ' ').trim()} ${day}.pdf`);
    },
    onError: notifyError,
  });
  const words = status ? t('inbox.export.status', { status: t(`inbox.status.${status}`) }) : t('inbox.export.all');
  return (
    <Button icon={FileDown} disabled={isPending} onClick={() => mutate()} title={words}>
      {t(isPending ? 'inbox.export.making' : 'inbox.export')}
      <span className="visually-hidden">: {words}</span>
    </Button>
  );
};

const NoSite = () => {
  const t = useText();
  const { workspace } = useWorkspace();
  const isGuest = workspace.role === 'GUEST';
  const add = (
    <Link to="/sites/new" className="button primary">
      {t('inbox.no_site.add')}
    </Link>
  );
  return (
    <EmptyState title={t(isGuest ? 'inbox.no_grant' : 'inbox.no_site')} action={!isGuest && add}>
      <p>{t(isGuest ? 'inbox.no_grant.lead' : 'inbox.no_site.lead')}</p>
    </EmptyState>
  );
};

/** New people begin in their personal workspace. */
const isBeginning = ({ personal, role }: Workspace, sites: readonly Site[]) =>
  personal && role === 'OWNER' && (sites.length === 0 || sites.some(({ sample }) => sample));

export const InboxPage = () => {
  const t = useText();
  const given = route.useSearch();
  const { workspace } = useWorkspace();
  const { data: sites, error, refetch } = useQuery(useSiteQueries().all);
  // Keeps the site shown first: another tab may choose another, and a site can be deleted.
  const [begun, setBegun] = useState<string>();
  const wanted = given.site ?? begun;
  const asked = wanted ?? localStorage.getItem(LAST_SITE);
  const isAll = asked === ALL_SITES && sites !== undefined && sites.length > 1;
  // Without a site in the address, the one that was shown last.
  const search = isAll ? readInboxSearch({ ...given, site: ALL_SITES }) : given;
  const site = isAll ? undefined : (sites?.find(({ id }) => id === asked) ?? sites?.[0]);
  const site_id = isAll ? ALL_SITES : site?.id;
  if (site_id && !wanted) setBegun(site_id);
  const isElsewhere = site && wanted && wanted !== ALL_SITES && site.id !== wanted;
  const named = given.site === site_id ? given.site : undefined;
  useEffect(() => {
    if (named) localStorage.setItem(LAST_SITE, named);
  }, [named]);
  const view = t(search.view === 'board' ? 'inbox.view.board' : keyOfStatus(search.status ?? 'pending'));
  // Selection and reading position belong to these filters.
  const shown = JSON.stringify([site_id, search]);
  const place = isAll ? t('inbox.site.all') : site?.name;
  return (
    <Page
      title={t('shell.inbox')}
      {...(place && { view: `${view} · ${place}` })}
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
      {sites && isBeginning(workspace, sites) && <Checklist sites={sites} />}
      {sites && !site_id && !isBeginning(workspace, sites) && <NoSite />}
      {sites && site_id && (
        <>
          {isElsewhere && (
            <p className="callout inbox-hint" role="status">
              {t('inbox.site_gone', { name: site.name })}
            </p>
          )}
          <Filters sites={sites} site_id={site_id} search={search} />
          {isAll && sites.length > MAX_SITES && (
            <p className="fine inbox-hint">{t('inbox.site.all.some', { shown: MAX_SITES, count: sites.length })}</p>
          )}
          <TriageProvider key={shown} site_id={site_id} search={search}>
            <Notes site_id={site_id} search={search} />
          </TriageProvider>
        </>
      )}
    </Page>
  );
};
