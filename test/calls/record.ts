import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import { appendFileSync, mkdirSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type AwsCall, callsIn, signedIn } from './aws-call.ts';

/** A line of a record: which function made that call, or why its request could not be read. */
export type Recorded = { by: string } & (AwsCall | { fault: string });

const { SIDENOTE_CALLS: folder } = process.env;
const caller = new AsyncLocalStorage<{ entry: string }>();
const written = new Set<string>();

const write = (line: Recorded): void => {
  const text = JSON.stringify(line);
  if (!folder || written.has(text)) return;
  written.add(text);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${text}\n`);
};

const record = (by: string, read: () => AwsCall[] | undefined): void => {
  try {
    for (const call of read() ?? []) write({ by, ...call });
  } catch (error) {
    write({ by, fault: error instanceof Error ? error.message : String(error) });
  }
};

/** Keeps a copy of what's written to a request, and reads it once it's complete. */
const watch = (request: ClientRequest, by: string): void => {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (request.method !== 'POST') return;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  const { write: send, end } = request;
  request.write = function (this: ClientRequest, ...args: unknown[]) {
    keep(args[0]);
    return Reflect.apply(send, this, args);
  } as typeof send;
  request.end = function (this: ClientRequest, ...args: unknown[]) {
    keep(args[0]);
    const header = (name: string) => String(request.getHeader(name) ?? '');
    const body = () => Buffer.concat(chunks).toString('utf8');
    record(by, () => callsIn({ method: request.method, path: request.path, header, body }, process.env));
    return Reflect.apply(end, this, args);
  } as typeof end;
};

interface Answer {
  body?: string;
  isBase64Encoded?: boolean;
  headers?: Record<string, unknown>;
}

const textOf = (result: unknown): string => {
  if (typeof result !== 'object' || result === null) return '';
  const { body = '', isBase64Encoded, headers = {} } = result as Answer;
  if (!isBase64Encoded) return `${body} ${headers.location ?? ''}`;
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync }[String(headers['content-encoding'])];
  return unpack ? unpack(Buffer.from(body, 'base64')).toString('utf8') : '';
};

if (folder) {
  mkdirSync(folder, { recursive: true });
  const { start, asyncStart } = tracingChannel<{ entry: string }>('sidenote:invocation');
  start.bindStore(caller, (invocation) => invocation);
  asyncStart.subscribe((message) => {
    const { entry, result } = message as { entry: string; result?: unknown };
    record(entry, () => signedIn(textOf(result), process.env));
  });
  channel('http.client.request.created').subscribe((message) => {
    const by = caller.getStore()?.entry;
    if (by !== undefined) watch((message as { request: ClientRequest }).request, by);
  });
}
