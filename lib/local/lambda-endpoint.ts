import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { listen, readAll, stop } from './listen.ts';

/** For request and response. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
const INVOCATIONS = /^\/2015-03-31\/functions\/([^/?]+)\/invocations$/;

/** A Lambda that others invoke, with AWS's timeout. */
export interface LocalFunction {
  handler: (event: unknown) => Promise<unknown>;
  timeoutSeconds: number;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  payload: string;
}

const refusal = (status: number, type: string, Message: string): Reply => ({
  status,
  headers: { 'x-amzn-errortype': type },
  payload: JSON.stringify({ Type: 'User', Message }),
});

const fault = (errorType: string, errorMessage: string): Reply => ({
  status: 200,
  headers: { 'x-amz-function-error': 'Unhandled' },
  payload: JSON.stringify({ errorType, errorMessage }),
});

const run = async ({ handler, timeoutSeconds }: LocalFunction, event: unknown): Promise<Reply> => {
  const ended = new AbortController();
  const late = wait(
    timeoutSeconds * 1000,
    fault('Sandbox.Timedout', `Task timed out after ${timeoutSeconds}.00 seconds`),
    {
      signal: ended.signal,
    },
  );
  late.catch(() => undefined);
  const work = handler(event).then(
    (result): Reply => ({ status: 200, payload: JSON.stringify(result ?? null) }),
    (error: unknown) => (error instanceof Error ? fault(error.name, error.message) : fault('Error', String(error))),
  );
  try {
    const reply = await Promise.race([work, late]);
    return Buffer.byteLength(reply.payload) > MAX_PAYLOAD_BYTES
      ? fault(
          'Function.ResponseSizeTooLarge',
          'Response payload size exceeded maximum allowed payload size (6291556 bytes).',
        )
      : reply;
  } finally {
    ended.abort();
  }
};

const parse = (text: string): { event: unknown } | undefined => {
  try {
    return { event: text === '' ? {} : JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** Lambda's API as far as `InvokeCommand` needs it: named functions of this process, invoked synchronously. */
export const startLambdaEndpoint = async (functions: Readonly<Record<string, LocalFunction>>) => {
  const answer = async (incoming: IncomingMessage): Promise<Reply> => {
    const body = await readAll(incoming);
    const name = INVOCATIONS.exec(incoming.url ?? '')?.[1];
    if (incoming.method !== 'POST' || name === undefined) {
      return refusal(404, 'UnknownOperationException', 'Only invocations are known here.');
    }
    // As AWS does, and so that no page of another site can invoke a function through this machine's browser.
    if (!incoming.headers.authorization) {
      return refusal(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
    }
    const invoked = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!invoked) return refusal(404, 'ResourceNotFoundException', `Function not found: ${name}`);
    if ((incoming.headers['x-amz-invocation-type'] ?? 'RequestResponse') !== 'RequestResponse') {
      return refusal(400, 'InvalidParameterValueException', 'The local stage waits for every function.');
    }
    if (body.length > MAX_PAYLOAD_BYTES) {
      return refusal(
        413,
        'RequestTooLargeException',
        'Request must be smaller than 6291456 bytes for the Invoke operation',
      );
    }
    const asked = parse(body.toString('utf8'));
    return asked
      ? run(invoked, asked.event)
      : refusal(400, 'InvalidRequestContentException', 'Could not parse request body into json.');
  };

  const write = (outgoing: ServerResponse, { status, headers = {}, payload }: Reply) => {
    outgoing.writeHead(status, {
      'content-type': 'application/json',
      'x-amzn-requestid': randomUUID(),
      'x-amz-executed-version': '$LATEST',
      ...headers,
    });
    outgoing.end(payload);
  };

  const server = createServer((incoming, outgoing) => {
    answer(incoming).then(
      (reply) => write(outgoing, reply),
      (error) => {
        console.error('The Lambda endpoint failed:', error);
        incoming.socket.destroy();
      },
    );
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(server) };
};
