import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Area, type RawAnswer, type Row, routeKey } from '../kit/contract/contract.ts';
import { otherIds, type Request, readRequest, requireEdge } from '../kit/contract/request.ts';
import { Refusal } from '../kit/errors.ts';
import { type Answer, encodeBody, json, SAFE_HEADERS } from '../kit/http/respond.ts';
import { logBug, logLine } from '../kit/log.ts';

const problem = (error: unknown, id: string): Answer => {
  if (error instanceof Refusal) return json(error.status, { detail: error.detail, ...error.fields }, error.headers);
  logBug(id, error);
  return json(500, { detail: 'Something went wrong on our side. Try again; if it stays, report the x-request-id.' });
};

const write = (row: Row, { text, headers = {} }: RawAnswer, request: Request): Answer => {
  const all = { ...SAFE_HEADERS, 'content-type': row.produces ?? 'text/plain; charset=utf-8', ...headers };
  const known = request.headers['if-none-match'];
  if (headers.etag && known?.includes(headers.etag)) return { statusCode: 304, headers: all, body: '' };
  return { statusCode: 200, headers: all, body: text };
};

/** `serve` for public answers that need no credential, no table and no shapes: a few kilobytes, ready at once. */
export const serveDocuments = <A extends Area>(
  contract: A,
  operations: Record<keyof A['rows'], () => RawAnswer>,
  missing?: (request: Request) => Answer | undefined,
) => {
  const byRoute = new Map(Object.entries(contract.rows).map(([id, row]) => [routeKey(row), { id, row }]));

  const answer = (request: Request): Answer => {
    requireEdge(request);
    const found = byRoute.get(request.route_key);
    const operation = found && operations[found.id];
    if (!operation) {
      const page = missing?.(request);
      if (page) return page;
      throw new Refusal(404, 'No such route. See /llms.txt for the ones there are.');
    }
    return write(found.row, operation(), request);
  };

  return async (event: APIGatewayProxyEventV2): Promise<Answer> => {
    const started = Date.now();
    const request = readRequest(event);
    let given: Answer;
    try {
      given = answer(request);
    } catch (error) {
      given = problem(error, request.id);
    }
    const headers = { ...given.headers, 'x-request-id': request.id };
    const [status, ms] = [given.statusCode ?? 0, Date.now() - started];
    logLine({ id: request.id, route: event.routeKey, status, ms, ...otherIds(request, event) });
    return encodeBody({ ...given, headers }, request.headers['accept-encoding']);
  };
};
