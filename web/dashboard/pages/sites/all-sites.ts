import type { CallOptions, ClientOf } from '../../../client/index.ts';

/** A workspace has at most a hundred sites: one page. */
export const listAllSites = (service: ClientOf<'listWidgetSites'>, options: CallOptions = {}) =>
  service.listWidgetSites({ query: { limit: 100 } }, options);
