import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Transport } from '../../functions/kit/table/transport.ts';

const { env: limits } = process;

const compute = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

const server = createServer((request, response) => {
  request.on('data', (body) => {
    if (String(body) === 'never') return;
    response.end('{}');
    // The answer has left; nothing can read it yet.
    if (String(body) === 'compute') compute(1200);
  });
});
const transport = new Transport();
let address: URL;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(() => {
  transport.close();
  server.closeAllConnections();
  server.close();
});

const ask = (body: string) => transport.post(address, { 'content-length': String(body.length) }, body);

test('an answer that came while this process computed is not late', async () => {
  limits.STORE_ANSWER_MS = '1000';
  await expect(ask('compute')).resolves.toMatchObject({ status: 200, text: '{}' });
});

test('a connection that was made while this process computed is not late', async () => {
  transport.close();
  limits.STORE_ANSWER_MS = '10000';
  // Timers run next.
  await new Promise(setImmediate);
  const answer = ask('soon');
  // The socket is opened on the next ticks.
  for (let tick = 0; tick < 5; tick += 1) await new Promise(process.nextTick);
  compute(1200);
  await expect(answer).resolves.toMatchObject({ status: 200 });
});

test('an answer that does not come is an error', async () => {
  limits.STORE_ANSWER_MS = '100';
  await expect(ask('never')).rejects.toMatchObject({ name: 'TimeoutError', code: 'ETIMEDOUT' });
});
