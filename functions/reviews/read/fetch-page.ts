import { callFetcher } from '../../fetcher/call-fetcher.ts';
import { BUSY, FetchedPage, FetchOrder, UNREACHABLE } from '../../fetcher/fetched-page.ts';
import { newId } from '../../kit/ids.ts';
import { logBug } from '../../kit/log.ts';

export type { FetchedPage } from '../../fetcher/fetched-page.ts';

const read = (payload: string): FetchedPage => {
  try {
    return FetchedPage.parse(JSON.parse(payload));
  } catch {
    // Its full message may contain text of the page.
    logBug(newId(), new Error('The fetcher answered in another shape.'));
    return BUSY;
  }
};

/** Never throws. `busy` is worth another try. The limits stay under the fetcher's own (10 s, 1 MiB). */
export const fetchPage = async (url: string, limits: Omit<FetchOrder, 'url'> = {}): Promise<FetchedPage> => {
  const order = FetchOrder.parse({ ...limits, url });
  const answer = await callFetcher(order, order.timeout_ms);
  if (answer === 'busy') return BUSY;
  // A page that breaks the fetcher can't be reviewed.
  return answer === 'failed' ? UNREACHABLE : read(answer.text);
};
