import { type Area, type RawAnswer, type Row, routeKey } from '../kit/contract/contract.ts';
import type { Request } from '../kit/contract/request.ts';
import { noSuchRoute } from '../kit/errors.ts';
import { serveHttp } from '../kit/http/edge.ts';
import { type Answer, SAFE_HEADERS } from '../kit/http/respond.ts';

const write = (row: Row, { text, headers = {} }: RawAnswer, request: Request): Answer => {
  const all = { ...SAFE_HEADERS, 'content-type': row.produces ?? 'text/plain; charset=utf-8', ...headers };
  const known = request.headers['if-none-match'];
  if (headers.etag && known?.includes(headers.etag)) return { statusCode: 304, headers: all, body: '' };
  return { statusCode: 200, headers: all, body: text };
};

/** Needs no credential, no table and no shapes: a few kilobytes, ready at once. */
export const serveDocuments = <A extends Area>(
  contract: A,
  operations: Record<keyof A['rows'], (request: Request) => RawAnswer>,
  missing?: (request: Request) => Answer | undefined,
) => {
  const byRoute = new Map(Object.entries(contract.rows).map(([id, row]) => [routeKey(row), { id, row }]));

  return serveHttp((request) => {
    const found = byRoute.get(request.route_key);
    const operation = found && operations[found.id];
    if (operation) return write(found.row, operation(request), request);
    const page = missing?.(request);
    if (page) return page;
    throw noSuchRoute();
  });
};
