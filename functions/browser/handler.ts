import { request } from 'undici';
import { newId } from '../kit/ids.ts';
import { lambda } from '../kit/lambda.ts';
import { logBug, logLine } from '../kit/log.ts';
import { RenderOrder } from './order.ts';
import { BUSY, type Rendered, type RenderedPage } from './rendered.ts';
import { type Pictured, visit } from './visit.ts';

const UPLOAD_MS = 8000;
/** Lambda answers with 6 MB at most. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

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

/** The largest part goes first, until the rest can be sent. */
const fit = (page: RenderedPage): RenderedPage => {
  const rest = { ...page };
  for (const part of ['candidates', 'html', 'visual_checks', 'checks', 'measurements'] as const) {
    if (Buffer.byteLength(JSON.stringify(rest)) <= MAX_ANSWER_BYTES) break;
    delete rest[part];
    rest.limits = [...new Set([...rest.limits, 'answer' as const])];
  }
  return rest;
};

/** This Lambda has no grants: a page that takes it over gains the signed addresses of one order and nothing else. */
export const handler = lambda([], async (event: unknown): Promise<Rendered> => {
  const order = RenderOrder.parse(event);
  try {
    const seen = await visit(order);
    logLine({ render: seen.ok ? 'ok' : seen.reason, limits: seen.ok ? seen.limits.join(' ') : undefined });
    return seen.ok ? fit({ ...seen, pictures: await upload(order, seen) }) : seen;
  } catch (error) {
    logBug(newId(), error);
    return BUSY;
  }
});
