import { Transform } from 'node:stream';
import { said } from '../../../codes/said.ts';
import { ModelRefused } from './model.ts';

/** More than any answer needs, with what JSON and the provider put around it. */
const MAX_BYTES = 200 * 1024;

/** A stream that ends with ModelRefused if it is too long. */
export const cappedStream = (): Transform => {
  let read = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      read += chunk.length;
      if (read > MAX_BYTES) done(new ModelRefused(said('answer_too_long')));
      else done(null, chunk);
    },
  });
};

interface Dispatcher {
  dispatch: (options: object, handler: unknown) => boolean;
}

/** The key of the dispatcher of Node's `fetch`. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** By default `fetch` gives up after five minutes without a byte, and a model that thinks sends none. */
const withoutTimeouts = (): { dispatcher?: Dispatcher } => {
  const { [DISPATCHER]: dispatcher } = globalThis as { [DISPATCHER]?: Dispatcher };
  if (!dispatcher) return {};
  const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 };
  return {
    dispatcher: { dispatch: (options, handler) => dispatcher.dispatch({ ...options, ...noTimeouts }, handler) },
  };
};

/** `fetch`, but an answer that is too long is not read to its end, and only the signal ends a slow one. */
export const cappedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, ...withoutTimeouts() } as RequestInit);
  if (!answer.body) return answer;
  const capped = Transform.toWeb(cappedStream()) as TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;
  return new Response(answer.body.pipeThrough(capped), answer);
};
