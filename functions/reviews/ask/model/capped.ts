import { Transform, type TransformCallback } from 'node:stream';
import { said } from '../../../codes/said.ts';
import { ModelRefused } from './model.ts';

/** More than any answer needs, with what JSON and the provider put around it. */
const MAX_BYTES = 200 * 1024;

const tooLong = () => new ModelRefused(said('answer_too_long'));

/** Counts the bytes of an answer; throws where they are too many. */
const counter = () => {
  let read = 0;
  return (bytes: number): void => {
    read += bytes;
    if (read > MAX_BYTES) throw tooLong();
  };
};

/** A stream that ends with ModelRefused where it is too long. */
export const cappedStream = (): Transform => {
  const count = counter();
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done: TransformCallback) {
      try {
        count(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
};

/** `fetch`, but an answer that is too long is not read to its end. */
export const cappedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!answer.body) return answer;
  const count = counter();
  const body = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        count(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = answer;
  return new Response(body, { status, statusText, headers });
};
