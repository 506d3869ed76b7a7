import { loadRefusals } from '../../codes/load-refusals.ts';
import { type Authorized, authorize } from '../access/authorize.ts';
import { type Once, onceOf } from '../access/idempotency.ts';
import { noteUse } from '../access/last-use.ts';
import { readSwitches } from '../access/read-switches.ts';
import type { Actor, Scope } from '../actor.ts';
import { now } from '../clock.ts';
import { type Area, type OperationOf, type Output, type RawAnswer, type Row, routeKey } from '../contract/contract.ts';
import { readInput } from '../contract/parse.ts';
import type { Request } from '../contract/request.ts';
import { noSuchRoute, Refusal } from '../errors.ts';
import { openTable, type Table } from '../table/table.ts';
import { type Event, type HttpHandler, serveHttp } from './edge.ts';
import { fitAnswer, requireSendable } from './fit.ts';
import { connect, primed } from './prime.ts';
import { type Answer, jsonText, SAFE_HEADERS } from './respond.ts';
import { withWarnings } from './warnings.ts';

/** Per-request context, before the area's stores are bound. */
export interface Call {
  actor: Actor;
  scope: Scope;
  rows: Authorized['rows'];
  now: number;
  once: Once | undefined;
  /** `body` is the text as it came: signatures are made over it. */
  request: Pick<Request, 'id' | 'ip' | 'origin' | 'route_key' | 'headers' | 'body'>;
  operation_id: string;
}

export type Operations<Context, A extends Area> = { [Id in keyof A['rows']]: OperationOf<Context, A, Id> };

const present = (row: Row, answer: Output<Row>): Answer => {
  if (!row.response) {
    const { status = 200, headers = {}, text, bytes } = answer as RawAnswer;
    const type = row.produces ?? 'text/plain; charset=utf-8';
    requireSendable(bytes?.length ?? Buffer.byteLength(text));
    const body = bytes ? { body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true } : { body: text };
    return { statusCode: status, headers: { ...SAFE_HEADERS, 'content-type': type, ...headers }, ...body };
  }
  const kept = row.cached_seconds && { 'cache-control': `public, max-age=${row.cached_seconds}` };
  return jsonText(200, fitAnswer(row.response, answer), kept || {});
};

/** The edge keeps it by path alone: a warning would repeat one caller's query to all others. */
const isShared = ({ headers }: Answer) => headers['cache-control']?.startsWith('public') ?? false;

const crossOrigin = (row: Row | undefined, event: Event): Record<string, string> => {
  if (!row?.cross_origin) return {};
  const origin = event.headers?.origin;
  return {
    vary: 'Origin',
    ...(origin && {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-request-id, retry-after',
    }),
  };
};

const readOrRefuse = (row: Row, request: Request) => {
  try {
    return readInput(row, request);
  } catch (error) {
    throw (error instanceof Refusal && row.malformed?.(error.misfits)) || error;
  }
};

/** Rate windows and credential → role → parse → operation → parse the answer. `bind` gives operations their stores. */
export const serve = <Context, A extends Area>(
  contract: A,
  operations: Operations<Context, A>,
  bind: (table: Table, call: Call) => Context,
): HttpHandler => {
  const table = openTable();
  const byRoute = new Map(Object.entries(contract.rows).map(([id, row]) => [routeKey(row), { id, row }]));
  const handle = async (request: Request, event: Event): Promise<Answer> => {
    const found = byRoute.get(event.routeKey);
    if (!found) throw noSuchRoute();
    const { id, row } = found;
    const [{ use, ...authorized }, switches] = await Promise.all([
      authorize(table, row, request),
      row.closed ? readSwitches(table) : {},
    ]);
    const closed = row.closed?.(switches);
    if (closed) throw closed;
    const { input, ignored } = readOrRefuse(row, request);
    const what = [id, ...Object.values(request.params)].join(' ');
    const once = row.method === 'POST' ? onceOf({ ...authorized, request }, what, input.body) : undefined;
    const call: Call = { ...authorized, now: now(), once, operation_id: id, request };
    // Operations is keyed by the contract's own ids, so the operation of a found row exists and takes its input.
    const operation = operations[id as keyof A['rows']] as (ctx: Context, given: unknown) => Promise<Output<Row>>;
    const noted = noteUse(table, use);
    try {
      const answer = present(row, await operation(bind(table, call), input));
      if (ignored.length === 0 || isShared(answer)) return answer;
      return withWarnings(answer, ignored, { sentences: await loadRefusals() });
    } finally {
      await noted();
    }
  };
  const handler = serveHttp(handle, {
    sentences: loadRefusals,
    headers: (event) => crossOrigin(byRoute.get(event.routeKey)?.row, event),
  });
  return primed(handler, () => connect(table));
};
