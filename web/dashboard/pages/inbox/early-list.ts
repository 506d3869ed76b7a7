import type { Client } from '../../../client/index.ts';
import { listAllSites } from '../sites/all-sites.ts';
import { FIRST_PAGE, LAST_SITE } from './first-page.ts';

/** The sites and, of an address without filters, the list and its counts. */
export const askForList = async (service: Client): Promise<void> => {
  const plain = /^(\?site=(\w+))?$/.exec(location.search);
  const { items } = await listAllSites(service);
  const asked = plain?.[2] ?? localStorage.getItem(LAST_SITE);
  const site = items.find(({ id }) => !asked || id === asked);
  if (!plain || !site) return;
  await Promise.all([
    service.listWidgetAnnotations({ site_id: site.id, query: FIRST_PAGE }),
    service.countAnnotations({ site_id: site.id }),
  ]);
};
