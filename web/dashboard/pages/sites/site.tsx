import './sites.css';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ComponentType } from 'react';
import { webAddress } from '../../kit/address.ts';
import { Back, Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { useParams, useSearch } from '../../kit/router/router.ts';
import { isNotFound, WaitingPage } from '../../kit/states.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { AgentsTab } from './agents-tab.tsx';
import { type Site, useSiteQueries } from './data.ts';
import { InstallTab } from './install-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { readSiteSearch, SITE_TABS, type SiteTab } from './search.ts';
import { SettingsTab } from './settings-tab.tsx';

const TABS: Readonly<Record<SiteTab, ComponentType<{ site: Site }>>> = {
  install: InstallTab,
  agents: AgentsTab,
  people: PeopleTab,
  settings: SettingsTab,
};

export const SitePage = () => {
  const { siteId } = useParams('/sites/$siteId');
  const { tab = 'install' } = useSearch(readSiteSearch);
  const { workspace } = useWorkspace();
  const query = useQuery(useSiteQueries().one(siteId));
  const { data: site } = query;
  if (!site || isNotFound(query.error))
    return <WaitingPage query={query} gone={t('sites.gone')} to="/sites" back={t('shell.go_sites')} />;
  // A guest sees no settings.
  const tabs = workspace.role === 'GUEST' ? (['people', 'agents'] as const) : SITE_TABS;
  const shown = tabs.find((one) => one === tab) ?? tabs[0];
  const Tab = TABS[shown];
  return (
    <Page
      title={site.name}
      view={t(`sites.tab.${shown}`)}
      above={<Back to="/sites">{t('shell.sites')}</Back>}
      lead={
        <a href={webAddress(site.url)} target="_blank" rel="noreferrer" className="outward">
          {site.url} <ExternalLink aria-hidden="true" />
        </a>
      }
      actions={
        <Link to="/inbox" search={{ site: site.id }} className="button">
          {t('sites.open_inbox')}
        </Link>
      }
    >
      <Tabs label={site.name} tabs={tabs} shown={shown} nameOf={(one) => t(`sites.tab.${one}`)} />
      <Tab site={site} key={site.id} />
    </Page>
  );
};
