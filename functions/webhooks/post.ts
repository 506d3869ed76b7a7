import { DELIVERY_REASONS } from '../codes/delivery-reasons.ts';
import { type Said, saidFrom } from '../codes/said.ts';
import { callFetcher } from '../fetcher/call-fetcher.ts';
import { NO_ANSWERS, POST_TIMEOUT_MS, type Posted, type PostOrder } from '../fetcher/post-order.ts';
import { newId } from '../kit/ids.ts';
import { logBug } from '../kit/log.ts';

const BUSY: Posted = { none: 'busy', ms: 0 };

const isPosted = (value: unknown): value is Posted => {
  const { status, none, ms } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return typeof ms === 'number' && (typeof status === 'number' || NO_ANSWERS.some((one) => one === none));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Never throws. Through the function without grants that all of our requests to strangers go through. */
export const post = async (order: PostOrder): Promise<Posted> => {
  const answer = await callFetcher({ post: order }, POST_TIMEOUT_MS);
  if (answer === 'busy') return BUSY;
  if (answer === 'failed') return { none: 'broken', ms: 0 };
  const posted = parsed(answer.text);
  if (isPosted(posted)) return posted;
  logBug(newId(), new Error('The fetcher answered in another shape.'));
  return BUSY;
};

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
