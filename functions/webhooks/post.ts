import { DELIVERY_REASONS } from '../codes/delivery-reasons.ts';
import { type Said, saidFrom } from '../codes/said.ts';
import { callFetcher } from '../fetcher/call-fetcher.ts';
import { NO_ANSWERS, POST_TIMEOUT_MS, type Posted, type PostOrder } from '../fetcher/post-order.ts';

const readPosted = (answer: unknown): Posted => {
  const { status, none, ms } = answer as Record<string, unknown>;
  if (typeof ms === 'number' && (typeof status === 'number' || NO_ANSWERS.some((one) => one === none)))
    return answer as Posted;
  throw new Error('This is no answer to a delivery.');
};

/** Never throws. Through the function without grants that all of our requests to strangers go through. */
export const post = (order: PostOrder): Promise<Posted> =>
  callFetcher({ post: order }, POST_TIMEOUT_MS, {
    read: readPosted,
    failed: { none: 'broken', ms: 0 },
    busy: { none: 'busy', ms: 0 },
  });

export const said = /* @__PURE__ */ saidFrom(DELIVERY_REASONS);

export const GONE = 410;

/** Undefined if it was delivered. */
export const faultOf = (posted: Posted): Said | undefined => {
  if ('none' in posted) {
    if (posted.none === 'timeout') return said('delivery_timeout', { seconds: POST_TIMEOUT_MS / 1000 });
    return said(posted.none === 'broken' ? 'delivery_broken' : 'delivery_unreachable');
  }
  const { status } = posted;
  if (status >= 200 && status < 300) return undefined;
  if (status === GONE) return said('delivery_gone');
  return said(status >= 300 && status < 400 ? 'delivery_redirected' : 'delivery_status', { status });
};
