import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Reply, startServer } from './server.ts';

const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
const INVOCATIONS = /^\/2015-03-31\/functions\/([^/?]+)\/invocations$/;

export interface LocalFunction {
  handler: (event: unknown) => Promise<unknown>;
  timeoutSeconds: number;
}

const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: {
    'content-type': 'application/json',
    'x-amzn-requestid': randomUUID(),
    'x-amz-executed-version': '$LATEST',
    ...headers,
  },
  body: JSON.stringify(body),
});

const refusal = (status: number, type: string, Message: string): Reply =>
  reply(status, { Type: 'User', Message }, { 'x-amzn-errortype': type });

const fault = (errorType: string, errorMessage: string): Reply =>
  reply(200, { errorType, errorMessage }, { 'x-amz-function-error': 'Unhandled' });

const run = async ({ handler, timeoutSeconds }: LocalFunction, event: unknown): Promise<Reply> => {
  const ended = new AbortController();
  const timeout = fault('Sandbox.Timedout', `Task timed out after ${timeoutSeconds}.00 seconds`);
  const late = wait(timeoutSeconds * 1000, timeout, { signal: ended.signal });
  late.catch(() => undefined);
  const work = handler(event).then(
    (result) => reply(200, result ?? null),
    (error: unknown) => (error instanceof Error ? fault(error.name, error.message) : fault('Error', String(error))),
  );
  try {
    const first = await Promise.race([work, late]);
    if (Buffer.byteLength(first.body) <= MAX_PAYLOAD_BYTES) return first;
    const message = 'Response payload size exceeded maximum allowed payload size (6291556 bytes).';
    return fault('Function.ResponseSizeTooLarge', message);
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

export const startLambdaEndpoint = (functions: Readonly<Record<string, LocalFunction>>) =>
  startServer('Lambda endpoint', async ({ method, url, headers, body }) => {
    const name = INVOCATIONS.exec(url)?.[1];
    if (method !== 'POST' || name === undefined) {
      return refusal(404, 'UnknownOperationException', 'Only invocations are known here.');
    }
    // As AWS does, and so that no page of another site can invoke a function through this machine's browser.
    if (!headers.authorization) {
      return refusal(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
    }
    const invoked = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!invoked) return refusal(404, 'ResourceNotFoundException', `Function not found: ${name}`);
    if ((headers['x-amz-invocation-type'] ?? 'RequestResponse') !== 'RequestResponse') {
      return refusal(400, 'InvalidParameterValueException', 'The local stage waits for every function.');
    }
    if (body.length > MAX_PAYLOAD_BYTES) {
      const message = 'Request must be smaller than 6291456 bytes for the Invoke operation';
      return refusal(413, 'RequestTooLargeException', message);
    }
    const parsed = parse(body.toString('utf8'));
    return parsed
      ? run(invoked, parsed.event)
      : refusal(400, 'InvalidRequestContentException', 'Could not parse request body into json.');
  });
