export const ADMIN_TABS = ['showcase', 'usage', 'requests', 'wallets'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

export const readAdminSearch = (search: Record<string, unknown>): { tab?: AdminTab } => {
  const tab = ADMIN_TABS.find((one) => one === search.tab);
  return tab && tab !== 'showcase' ? { tab } : {};
};
