import type { CallOptions, Client } from '../../../client/index.ts';

/** A workspace holds a hundred at most: one page. */
export const listAllSites = (service: Client, options: CallOptions = {}) =>
  service.listWidgetSites({ query: { limit: 100 } }, options);
