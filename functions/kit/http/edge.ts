import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { otherIds, type Request, readRequest, requireEdge } from '../contract/request.ts';
import { internalError, Refusal } from '../errors.ts';
import { type LambdaHandler, type Layer, lambda } from '../lambda.ts';
import { logBug, logLine, onBehalfOf } from '../log.ts';
import { bodyOf, type Sentences } from './refusal-body.ts';
import { type Answer, encodeBody, json } from './respond.ts';

export type Event = APIGatewayProxyEventV2;

interface Incoming {
  incoming: { request: Request; started: number };
}

interface Options {
  /** Beyond those that every function has. */
  sentences?: () => Promise<Sentences>;
  route?: (event: Event) => string;
  headers?: (event: Event) => Record<string, string>;
}

const read: Layer<Event, Answer, Incoming> = {
  before: ({ event, context }) => {
    const request = readRequest(event);
    context.incoming = { request, started: Date.now() };
    requireEdge(request);
  },
};

const finish = ({ route = ({ routeKey }) => routeKey, headers }: Options): Layer<Event, Answer, Incoming> => {
  const after: Layer<Event, Answer, Incoming>['after'] = (layer) => {
    const { event, response } = layer;
    if (!response) return;
    const { request, started } = layer.context.incoming;
    const { id } = request;
    const all = { ...response.headers, ...headers?.(event), 'x-request-id': id };
    layer.response = encodeBody({ ...response, headers: all }, request.headers['accept-encoding']);
    const [status, ms] = [response.statusCode ?? 0, Date.now() - started];
    logLine({ id, route: route(event), status, ms, ...otherIds(request, event) });
  };
  return { after, onError: after };
};

/** Anything but a refusal is a bug, of which the caller sees nothing. */
const refuse = ({ sentences }: Options): Layer<Event, Answer, Incoming> => ({
  onError: async (layer) => {
    const { error } = layer;
    if (!(error instanceof Refusal)) logBug(layer.context.incoming.request.id, error);
    const refusal = error instanceof Refusal ? error : internalError();
    layer.response = json(refusal.status, bodyOf(refusal, await sentences?.()), refusal.headers);
  },
});

export type HttpHandler = LambdaHandler<Event, Answer>;

export const serveHttp = (
  answer: (request: Request, event: Event) => Answer | Promise<Answer>,
  options: Options = {},
): HttpHandler =>
  lambda([finish(options), read, refuse(options)], (event, { incoming: { request } }) =>
    onBehalfOf(request.id, () => answer(request, event)),
  );
