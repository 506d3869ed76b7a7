import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { call, newWorkspace } from '../driver.ts';
import { approve, issuer, registered, requestOf } from '../oauth/connect.ts';
import { until } from '../workers/until.ts';
import { startSuite } from './run-scenario.ts';

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const isNotListening = (error: Error): false => {
  if ((error.cause as NodeJS.ErrnoException | undefined)?.code !== 'ECONNREFUSED') throw error;
  return false;
};

describe('the official conformance suite', () => {
  for (const revision of ['2025-11-25', '2026-07-28']) {
    test(`${revision} finds the authorization server’s metadata and gets tokens for a code`, async () => {
      const workspace = await newWorkspace();
      const site = await workspace.site();
      const port = await freePort();
      const client_id = await registered([`http://127.0.0.1:${port}/callback`]);
      const options = { url: issuer(), 'client-id': client_id, resource: `${issuer()}/mcp`, port: String(port) };
      const suite = startSuite([
        'authorization',
        ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
        ...['--spec-version', revision],
      ]);
      // The suite prints the address that a person would open, and waits for the browser to come back.
      const asked = new URL((await suite.printed(/https?:\S+\/oauth\/authorize\?\S+/))[0]);
      const request = requestOf(await call('GET', asked.pathname + asked.search));
      const back = await approve(workspace.owner, site, request);
      // It prints the address a moment before it listens.
      await until(() => fetch(back).then(() => true, isNotListening), 'the suite');
      const { code, output } = await suite.ended;
      if (code !== 0) throw new Error(output);
      expect(output).toMatch(/Total: 3 passed, 0 failed/);
    });
  }
});
