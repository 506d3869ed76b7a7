export const SITE_TABS = ['install', 'agents', 'people', 'settings'] as const;
export type SiteTab = (typeof SITE_TABS)[number];

export const readSiteSearch = (search: Record<string, unknown>): { tab?: SiteTab } => {
  const tab = SITE_TABS.find((one) => one === search.tab);
  return tab && tab !== 'install' ? { tab } : {};
};
