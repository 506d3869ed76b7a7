import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Transport } from '../../functions/kit/table/transport.ts';

/** Answers after 20 ms, or never if asked for it, whatever this thread does meanwhile. */
const SERVER = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((request, response) => {
    request.on('data', (body) => {
      if (String(body) !== 'never') setTimeout(() => response.end('x'.repeat(300_000)), 20);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

let worker: Worker;
let address: URL;
let transport: Transport;
const before = process.env.STORE_ANSWER_MS;

beforeAll(async () => {
  process.env.STORE_ANSWER_MS = '300';
  worker = new Worker(SERVER, { eval: true });
  const [port] = await once(worker, 'message');
  address = new URL(`http://127.0.0.1:${port}`);
  transport = new Transport();
});

afterAll(async () => {
  if (before === undefined) delete process.env.STORE_ANSWER_MS;
  else process.env.STORE_ANSWER_MS = before;
  transport.close();
  await worker.terminate();
});

const ask = (body: string) => transport.post(address, { 'content-length': String(body.length) }, body);

const compute = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test('an answer that came while this process computed is not late', async () => {
  await ask('connect');
  const answer = ask('soon');
  // The request leaves first.
  await new Promise(setImmediate);
  compute(400);
  await expect(answer).resolves.toMatchObject({ status: 200, text: 'x'.repeat(300_000) });
});

test('a connection that was made while this process computed is not late', async () => {
  transport.close();
  process.env.STORE_ANSWER_MS = '3000';
  const answer = ask('soon');
  // The socket is opened on the next ticks.
  for (let tick = 0; tick < 5; tick += 1) await new Promise(process.nextTick);
  compute(1100);
  await expect(answer).resolves.toMatchObject({ status: 200 });
});

test('an answer that does not come is an error', async () => {
  process.env.STORE_ANSWER_MS = '300';
  await expect(ask('never')).rejects.toMatchObject({ name: 'TimeoutError', code: 'ETIMEDOUT' });
});
