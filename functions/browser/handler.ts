import { request } from 'undici';
import { newId } from '../kit/ids.ts';
import { lambda } from '../kit/lambda.ts';
import { logBug, logLine } from '../kit/log.ts';
import { fitAnswer } from './fit-answer.ts';
import { RenderOrder } from './order.ts';
import { BUSY, type Rendered, type RenderedPage } from './rendered.ts';
import { type Pictured, visit } from './visit.ts';

const UPLOAD_MS = 8000;

type Order = ReturnType<typeof RenderOrder.parse>;

const upload = async ({ uploads }: Order, { pictures }: Pictured): Promise<RenderedPage['pictures']> => {
  const sent = Object.entries(pictures).map(async ([name, { bytes, width, height, top }]) => {
    const to = uploads[name as keyof typeof uploads];
    if (!to) return [];
    const signal = AbortSignal.timeout(UPLOAD_MS);
    const { statusCode, body } = await request(to.url, { method: 'PUT', headers: to.headers, body: bytes, signal });
    await body.dump();
    if (statusCode !== 200) throw new Error(`A picture could not be stored: ${statusCode}.`);
    return [[name, { width, height, ...(top > 0 && { top }) }]];
  });
  return Object.fromEntries((await Promise.all(sent)).flat());
};

/** This Lambda has no grants: a page that takes it over gains the signed addresses of one order and nothing else. */
export const handler = lambda([], async (event: unknown): Promise<Rendered> => {
  const order = RenderOrder.parse(event);
  try {
    const seen = await visit(order);
    logLine({ render: seen.ok ? 'ok' : seen.reason, limits: seen.ok ? seen.limits.join(' ') : undefined });
    return seen.ok ? fitAnswer({ ...seen, pictures: await upload(order, seen) }) : seen;
  } catch (error) {
    logBug(newId(), error);
    return BUSY;
  }
});
