import { callFetcher } from '../../fetcher/call-fetcher.ts';
import { BUSY, FetchedPage, FetchOrder, UNREACHABLE } from '../../fetcher/fetched-page.ts';

export type { FetchedPage } from '../../fetcher/fetched-page.ts';

/** Never throws. `busy` is worth another try. The limits stay under the fetcher's own (10 s, 1 MiB). */
export const fetchPage = async (url: string, limits: Omit<FetchOrder, 'url'> = {}): Promise<FetchedPage> => {
  const order = FetchOrder.parse({ ...limits, url });
  return callFetcher(order, order.timeout_ms, {
    read: (answer): FetchedPage => FetchedPage.parse(answer),
    // A page that breaks the fetcher can't be reviewed.
    failed: UNREACHABLE,
    busy: BUSY,
  });
};
