import type { Candidates } from '../../functions/browser/in-page/candidates.ts';
import type { Selector } from '../../functions/browser/order.ts';

/** The build puts the script here that the service's browser runs in pages, so that both see the same elements. */
export const collect = (_selectors: readonly Selector[]): Candidates => {
  throw new Error('lib/build/widget-build.ts replaces this module.');
};
