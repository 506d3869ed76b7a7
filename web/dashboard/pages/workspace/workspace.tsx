import './workspace.css';
import { type ComponentType, Suspense } from 'react';
import { lazyComponent } from '../../kit/lazy-component.tsx';
import { Page } from '../../kit/page.tsx';
import { useSearch } from '../../kit/router/router.ts';
import { Skeleton } from '../../kit/states.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useWallet } from '../../session/costs.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import type { Role } from './data.ts';
import { InvitationsTab } from './invitations-tab.tsx';
import { GuestTab, MembersTab } from './members-tab.tsx';
import { readWorkspaceSearch, WORKSPACE_TABS, type WorkspaceTab } from './search.ts';
import { SettingsTab } from './settings-tab.tsx';
import { TokensTab } from './tokens-tab.tsx';
import { WalletTab } from './wallet-tab.tsx';

// Lazy: one contains a chart, another a sentence for every action, and few open the third.
const UsageTab = lazyComponent(async () => (await import('./usage-tab.tsx')).UsageTab);
const AuditTab = lazyComponent(async () => (await import('./audit-tab.tsx')).AuditTab);
const WebhooksTab = lazyComponent(async () => (await import('./webhooks/webhooks-tab.tsx')).WebhooksTab);

const TABS: Readonly<Record<WorkspaceTab, ComponentType>> = {
  members: MembersTab,
  invitations: InvitationsTab,
  tokens: TokensTab,
  webhooks: WebhooksTab,
  audit: AuditTab,
  usage: UsageTab,
  wallet: WalletTab,
  settings: SettingsTab,
};

const VISIBLE: Readonly<Record<Role, readonly WorkspaceTab[]>> = {
  OWNER: WORKSPACE_TABS,
  MEMBER: WORKSPACE_TABS.filter((tab) => tab !== 'audit'),
  GUEST: ['members', 'usage'],
};

export const WorkspacePage = () => {
  const { tab = 'members' } = useSearch(readWorkspaceSearch);
  const { workspace } = useWorkspace();
  const isGuest = workspace.role === 'GUEST';
  const { data: wallet } = useWallet();
  const isPaid = wallet?.billing_mode === 'prepaid_micro' || tab === 'wallet';
  const tabs = VISIBLE[workspace.role].filter((one) => one !== 'wallet' || isPaid);
  const shown = tabs.find((one) => one === tab) ?? 'members';
  const Tab = isGuest && shown === 'members' ? GuestTab : TABS[shown];
  const nameOf = (one: WorkspaceTab) =>
    t(isGuest && one === 'members' ? 'workspace.tab.access' : `workspace.tab.${one}`);
  return (
    <Page title={workspace.name} view={nameOf(shown)} lead={t(`workspace.lead.${workspace.role}`)}>
      <Tabs label={workspace.name} tabs={tabs} shown={shown} nameOf={nameOf} />
      <Suspense fallback={<Skeleton lines={6} />}>
        <Tab />
      </Suspense>
    </Page>
  );
};
