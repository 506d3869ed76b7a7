import './inbox.css';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Columns3, FileDown, type LucideIcon, Rows3 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { useDeferred } from '../../kit/deferred.ts';
import { lazyComponent } from '../../kit/lazy-component.tsx';
import { Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { useSearch } from '../../kit/router/router.ts';
import { ErrorNote, Skeleton } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { type Site, useSiteQueries } from '../sites/data.ts';
import { MAX_SITES } from './data.ts';
import { Filters, keyOfStatus } from './filters.tsx';
import { ALL_SITES, LAST_SITE } from './first-page.ts';
import { useFollowChanges } from './follow-changes.ts';
import { NoteList } from './list.tsx';
import { ReasonRegion } from './reason-region.tsx';
import { type InboxSearch, readInboxSearch } from './search.ts';
import { TriageProvider, useInboxKeys, useTriage } from './triage.tsx';

const Board = lazyComponent(
  async () => (await import('./board.tsx')).Board,
  () => <Skeleton lines={8} />,
);
const BulkBar = lazyComponent(async () => (await import('./bulk-bar.tsx')).BulkBar, null);
const Checklist = lazyComponent(async () => (await import('./start/checklist.tsx')).Checklist, null);
const ViewsDialog = lazyComponent(async () => (await import('./views-dialog.tsx')).ViewsDialog, null);
const ExportDialog = lazyComponent(async () => (await import('./export-dialog.tsx')).ExportDialog, null);
const NoSite = lazyComponent(async () => (await import('./no-site.tsx')).NoSite, null);
const NoteMenu = lazyComponent(async () => (await import('./note-menu.tsx')).NoteMenu, null);

interface ListProps {
  site_id: string;
  search: InboxSearch;
}

const Notes = ({ site_id, search }: ListProps) => {
  useFollowChanges();
  useInboxKeys();
  const { menu, act, openMenu, selected, failures, progress } = useTriage();
  return (
    <>
      {search.status === 'quarantine' && <p className="callout inbox-hint">{t('inbox.quarantine.lead')}</p>}
      {search.view === 'board' ? (
        <Board site_id={site_id} search={search} />
      ) : (
        <NoteList site_id={site_id} search={search} />
      )}
      {(selected.size > 0 || failures.length > 0 || progress) && <BulkBar />}
      {menu && <NoteMenu menu={menu} act={act} openMenu={openMenu} />}
      <ReasonRegion />
    </>
  );
};

/** Deferred, so that a chosen filter is marked before its list renders. */
const DeferredNotes = ({ site_id, search }: ListProps) => {
  const key = useDeferred(JSON.stringify({ site_id, search }));
  const shown = useMemo(() => JSON.parse(key) as ListProps, [key]);
  // Selection and reading position belong to these filters.
  return (
    <TriageProvider key={key} {...shown}>
      <Notes {...shown} />
    </TriageProvider>
  );
};

interface DialogButtonProps {
  icon: LucideIcon;
  label: string;
  children: (onClose: () => void) => ReactNode;
}

const DialogButton = ({ icon, label, children }: DialogButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={icon} look="compact" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>{label}</span>
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
};

const Views = ({ site, search }: { site: Site; search: InboxSearch }) => {
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
          aria-current={name === (search.view ?? 'list') ? 'page' : undefined}
        >
          <Icon aria-hidden="true" /> {t(`inbox.view.${name}`)}
        </Link>
      ))}
    </nav>
  );
};

/** New people begin in their personal workspace. */
const isBeginning = (isOwn: boolean, sites: readonly Site[]) =>
  isOwn && (sites.length === 0 || sites.some(({ sample }) => sample));

export const InboxPage = () => {
  const given = useSearch(readInboxSearch);
  const { workspace, isOwn } = useWorkspace();
  const { data: sites, error, refetch } = useQuery(useSiteQueries().all);
  // Keeps the site shown first: another tab may choose another, and a site can be deleted.
  const [begun, setBegun] = useState<string>();
  const wanted = given.site ?? begun;
  const asked = wanted ?? localStorage.getItem(LAST_SITE);
  // Without the asked one, the only one, or else all: `early-list.ts` asks for the same.
  const site = sites?.find(({ id }) => id === asked || sites.length === 1);
  const isAll = !site && sites !== undefined && sites.length > 0;
  const search = isAll ? readInboxSearch({ ...given, site: ALL_SITES }) : given;
  const site_id = isAll ? ALL_SITES : site?.id;
  if (site_id && !wanted) setBegun(site_id);
  const isElsewhere = wanted && wanted !== ALL_SITES && site_id !== wanted;
  const named = given.site === site_id ? given.site : undefined;
  useEffect(() => {
    if (named) localStorage.setItem(LAST_SITE, named);
  }, [named]);
  const view = t(search.view === 'board' ? 'inbox.view.board' : keyOfStatus(search.status ?? 'pending'));
  const place = isAll ? t('common.all_sites') : site?.name;
  return (
    <Page
      title={t('shell.inbox')}
      {...(place && { view: `${view} · ${place}` })}
      actions={
        site_id && (
          <>
            {site && <Views site={site} search={search} />}
            <DialogButton icon={Bookmark} label={t('inbox.views')}>
              {(onClose) => <ViewsDialog search={readInboxSearch({ ...search, site: site_id })} onClose={onClose} />}
            </DialogButton>
            {site && workspace.role !== 'GUEST' && (
              <DialogButton icon={FileDown} label={t('inbox.export')}>
                {(onClose) => <ExportDialog site={site} search={search} onClose={onClose} />}
              </DialogButton>
            )}
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
      {sites && isBeginning(isOwn, sites) && <Checklist sites={sites} />}
      {sites && !site_id && !isBeginning(isOwn, sites) && <NoSite />}
      {sites && site_id && (
        <>
          {isElsewhere && (
            <p className="callout inbox-hint" role="status">
              {t('inbox.site_gone', { count: sites.length })}
            </p>
          )}
          <Filters sites={sites} site_id={site_id} search={search} />
          {isAll && sites.length > MAX_SITES && (
            <p className="fine inbox-hint">{t('inbox.site.all.some', { shown: MAX_SITES, count: sites.length })}</p>
          )}
          <DeferredNotes site_id={site_id} search={search} />
        </>
      )}
    </Page>
  );
};
