export const SITE_TABS = ['install', 'agents', 'people', 'settings'] as const;
export type SiteTab = (typeof SITE_TABS)[number];

/** Search params of a site's page; unknown ones are dropped. */
export const readSiteSearch = (search: Record<string, unknown>): { tab?: SiteTab } => {
  const tab = SITE_TABS.find((one) => one === search.tab);
  return tab && tab !== 'install' ? { tab } : {};
};
