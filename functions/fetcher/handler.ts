import { lambda } from '../kit/lambda.ts';
import { logLine } from '../kit/log.ts';
import { fetchPublicPage } from './fetch-public-page.ts';
import { type FetchedPage, FetchOrder } from './fetched-page.ts';

/** This Lambda has no grants that an attacker could use. */
export const handler = lambda([], async (event: unknown): Promise<FetchedPage> => {
  const { url, ...limits } = FetchOrder.parse(event);
  const page = await fetchPublicPage(url, limits);
  logLine({ fetch: page.ok ? 'ok' : page.reason, bytes: page.ok ? page.bytes : undefined });
  return page;
});
