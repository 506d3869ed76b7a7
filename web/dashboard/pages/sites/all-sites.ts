import type { CallOptions, Client } from '../../../client/index.ts';

/** A workspace has at most a hundred sites: one page. */
export const listAllSites = (service: Client, options: CallOptions = {}) =>
  service.listWidgetSites({ query: { limit: 100 } }, options);
