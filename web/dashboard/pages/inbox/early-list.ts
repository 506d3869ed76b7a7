import { askAtOnce } from '../../kit/ask-at-once.ts';
import type { EarlyClient } from '../../kit/page-table.ts';
import { listAllSites } from '../sites/all-sites.ts';
import { ALL_SITES, FIRST_PAGE, LAST_SITE } from './first-page.ts';

/** The sites and, of an address without filters, the list and its counts. */
export const askForList = async (service: EarlyClient): Promise<void> => {
  const plain = /^(\?site=(\w+))?$/.exec(location.search);
  const last = plain?.[2] ?? localStorage.getItem(LAST_SITE);
  const sites = listAllSites(service);
  const choose = (items: Awaited<typeof sites>['items']) => (items[1] ? items.find(({ id }) => id === last) : items[0]);
  const ask = (site_id: string) =>
    Promise.all([service.listWidgetAnnotations({ site_id, query: FIRST_PAGE }), service.countAnnotations({ site_id })]);
  await (plain && last !== ALL_SITES ? askAtOnce(last, sites, choose, ask) : sites);
};
