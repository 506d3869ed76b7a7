import { EVERYWHERE } from '../codes/everywhere.ts';
import { type Area, type RawAnswer, type Row, routeKey } from '../kit/contract/contract.ts';
import type { Request } from '../kit/contract/request.ts';
import { unknownNames } from '../kit/contract/unknown-fields.ts';
import { noSuchRoute } from '../kit/errors.ts';
import { serveHttp } from '../kit/http/edge.ts';
import { type Answer, SAFE_HEADERS } from '../kit/http/respond.ts';
import { withWarnings } from '../kit/http/warnings.ts';

type Known = readonly string[];

/** A file, which has an ETag, keeps its bytes: a header warns. The other documents are objects that may have more fields. */
const write = (row: Row, { text, headers = {} }: RawAnswer, request: Request, known: Known): Answer => {
  const all = { ...SAFE_HEADERS, 'content-type': row.produces ?? 'text/plain; charset=utf-8', ...headers };
  const held = request.headers['if-none-match'];
  const isHeld = headers.etag !== undefined && held?.includes(headers.etag);
  const ignored = unknownNames(['query'], request.query, known);
  const answer = { statusCode: isHeld ? 304 : 200, headers: all, body: isHeld ? '' : text };
  return withWarnings(answer, ignored, { sentences: EVERYWHERE, isFixed: headers.etag !== undefined });
};

interface Options<A extends Area> {
  /** Query parameters that a row knows. */
  parameters?: Partial<Record<keyof A['rows'], Known>>;
}

/** Needs no credential, no table and no shapes: a few kilobytes, ready at once. */
export const serveDocuments = <A extends Area>(
  contract: A,
  operations: Record<keyof A['rows'], (request: Request) => RawAnswer>,
  { parameters = {} }: Options<A> = {},
) => {
  const byRoute = new Map(Object.entries(contract.rows).map(([id, row]) => [routeKey(row), { id, row }]));

  return serveHttp((request) => {
    const found = byRoute.get(request.route_key);
    const operation = found && operations[found.id];
    if (operation) return write(found.row, operation(request), request, parameters[found.id] ?? []);
    throw noSuchRoute();
  });
};
