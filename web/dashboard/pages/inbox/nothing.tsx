import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { webAddress } from '../../kit/address.ts';
import { Link } from '../../kit/router/link.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { type MessageKey, t } from '../../words/messages.ts';
import { type Site, useSiteQueries } from '../sites/data.ts';
import { ALL_SITES } from './first-page.ts';
import { type InboxSearch, isNarrowed } from './search.ts';

const saidOf = (search: InboxSearch, isAll: boolean): [title: MessageKey, lead: MessageKey] => {
  if (isNarrowed(search)) {
    const looked = search.view === 'board' ? 'inbox.none.lead_board' : 'inbox.none.lead';
    return ['inbox.none', isAll ? looked : 'inbox.none.lead_so_far'];
  }
  if (search.status === 'quarantine') return ['inbox.quarantine.empty', 'inbox.quarantine.empty.lead'];
  if (search.status && search.status !== 'all') return ['inbox.none', 'inbox.none.status'];
  return ['inbox.empty', 'inbox.empty.lead'];
};

/** Without the widget on its pages, no one can leave a note. Undefined until that is known. */
const useIsInstalled = (site: Site | undefined, isAsked: boolean): boolean | undefined => {
  const { data } = useQuery({
    ...useSiteQueries().seen(site?.id ?? ''),
    enabled: isAsked && site?.sample === false,
  });
  return site?.sample ? true : data && Boolean(data.seen);
};

const FirstNote = ({ site, isInstalled, hasOthers }: { site: Site; isInstalled: boolean; hasOthers: boolean }) => {
  const { workspace } = useWorkspace();
  const href = webAddress(site.url);
  return (
    <p className="row centred">
      {href && isInstalled && (
        <a href={href} target="_blank" rel="noreferrer" className="button primary">
          <ExternalLink aria-hidden="true" /> {t('inbox.empty.leave')}
        </a>
      )}
      {workspace.role !== 'GUEST' && (
        <Link to="/sites/$siteId" params={{ siteId: site.id }} className={isInstalled ? 'button' : 'button primary'}>
          {t(isInstalled ? 'inbox.empty.install' : 'start.install.open')}
        </Link>
      )}
      {hasOthers && (
        <Link to="/inbox" search={{ site: ALL_SITES }} className="button">
          {t('inbox.empty.all_sites')}
        </Link>
      )}
    </p>
  );
};

export const Nothing = ({ site_id, search, isAll }: { site_id: string; search: InboxSearch; isAll: boolean }) => {
  const said = saidOf(search, isAll);
  const isFirst = said[0] === 'inbox.empty';
  const { data: sites = [] } = useQuery(useSiteQueries().all);
  const isOfAllSites = site_id === ALL_SITES;
  const site = sites.find(({ id, sample }) => (isOfAllSites ? !sample : id === site_id));
  const { workspace } = useWorkspace();
  const isInstalled = useIsInstalled(site, isFirst);
  // The widget may be on another of all sites.
  const isToInstall = isFirst && !isOfAllSites && isInstalled === false && workspace.role !== 'GUEST';
  const [title, lead]: typeof said = isToInstall ? ['start.install', 'start.install.lead'] : said;
  const { status, view } = search;
  const wider = { site: site_id, ...(view && { view }), ...(isNarrowed(search) && status && { status }) };
  const clear = (
    <Link to="/inbox" search={wider} className="button">
      {t(isNarrowed(search) ? 'inbox.clear_filters' : 'inbox.clear')}
    </Link>
  );
  const first = site && isInstalled !== undefined && (
    <FirstNote site={site} isInstalled={isInstalled} hasOthers={!isOfAllSites && sites.length > 1} />
  );
  return (
    <EmptyState title={t(title)} action={isFirst ? first : clear}>
      <p>{t(lead)}</p>
    </EmptyState>
  );
};
