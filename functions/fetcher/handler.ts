import * as z from 'zod';
import { lambda } from '../kit/lambda.ts';
import { logLine } from '../kit/log.ts';
import { fetchPublicPage } from './fetch-public-page.ts';
import { type FetchedPage, FetchOrder, MAX_URL } from './fetched-page.ts';
import type { Posted } from './post-order.ts';
import { postPublicly } from './post-publicly.ts';

const PostOrder = z.object({
  url: z.string().max(MAX_URL),
  headers: z.record(z.string(), z.string()),
  body: z.string().max(64 * 1024),
  timeout_ms: z.number().positive().optional(),
});

const post = async (order: unknown): Promise<Posted> => {
  const { timeout_ms, ...rest } = PostOrder.parse(order);
  const posted = await postPublicly({ ...rest, ...(timeout_ms !== undefined && { timeout_ms }) });
  logLine({ post: 'none' in posted ? posted.none : posted.status, ms: posted.ms });
  return posted;
};

const fetchPage = async (event: unknown): Promise<FetchedPage> => {
  const { url, ...limits } = FetchOrder.parse(event);
  const page = await fetchPublicPage(url, limits);
  logLine({ fetch: page.ok ? 'ok' : page.reason, bytes: page.ok ? page.bytes : undefined });
  return page;
};

/** This Lambda has no grants that an attacker could use. */
export const handler = lambda(
  [],
  async (event: unknown): Promise<FetchedPage | Posted> =>
    typeof event === 'object' && event !== null && 'post' in event ? post(event.post) : fetchPage(event),
);
