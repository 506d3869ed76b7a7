import './admin.css';
import type { ComponentType } from 'react';
import { Page } from '../../kit/page.tsx';
import { useSearch } from '../../kit/router/router.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { t } from '../../words/messages.ts';
import { AdminsOnly } from './admins-only.tsx';
import { RequestsTab } from './requests-tab.tsx';
import { ADMIN_TABS, type AdminTab, readAdminSearch } from './search.ts';
import { ShowcaseTab } from './showcase-tab.tsx';
import { UsageTab } from './usage-tab.tsx';
import { WalletsTab } from './wallets-tab.tsx';

const TABS: Readonly<Record<AdminTab, ComponentType>> = {
  showcase: ShowcaseTab,
  usage: UsageTab,
  requests: RequestsTab,
  wallets: WalletsTab,
};

export const AdminPage = () => {
  const { tab: shown = 'showcase' } = useSearch(readAdminSearch);
  const Tab = TABS[shown];
  return (
    <AdminsOnly>
      <Page title={t('shell.admin')} view={t(`admin.tab.${shown}`)} lead={t(`admin.${shown}.lead`)}>
        <Tabs label={t('shell.admin')} tabs={ADMIN_TABS} shown={shown} nameOf={(one) => t(`admin.tab.${one}`)} />
        <Tab />
      </Page>
    </AdminsOnly>
  );
};
