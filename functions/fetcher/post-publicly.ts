import { request } from 'undici';
import { guardedRequest } from './guarded-request.ts';
import { POST_TIMEOUT_MS, type Posted, type PostOrder } from './post-order.ts';

/** Never throws, and follows no redirect. */
export const postPublicly = async ({
  url,
  headers,
  body,
  timeout_ms = POST_TIMEOUT_MS,
}: PostOrder): Promise<Posted> => {
  const began = performance.now();
  const limit = Math.min(timeout_ms, POST_TIMEOUT_MS);
  let wasConnected = () => false;
  const status = await guardedRequest<number | 'broken' | undefined>(
    limit,
    {},
    undefined,
    async ({ dispatcher, signal, isConnected }) => {
      wasConnected = isConnected;
      try {
        const answer = await request(url, { dispatcher, signal, method: 'POST', headers, body });
        answer.body.on('error', () => undefined).destroy();
        return answer.statusCode;
      } catch (error) {
        if (isConnected() && !signal.aborted) return 'broken';
        throw error;
      }
    },
  );
  const ms = Math.round(performance.now() - began);
  if (typeof status === 'number') return { status, ms };
  if (status === 'broken') return { none: ms < limit ? 'broken' : 'timeout', ms };
  return { none: wasConnected() ? 'timeout' : 'unreachable', ms };
};
