import { afterAll, beforeAll } from '@jest/globals';
import { startFaultProxy } from '../../lib/local/fault-proxy.ts';
import { Faults } from '../../lib/local/faults.ts';
import { useOwnTables } from '../workers/own-tables.ts';

/** Separate tables for the tests of a file, behind a proxy with faults. */
export const faultyTable = () => {
  const faults = new Faults();
  let upstream = '';
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
  beforeAll(async () => {
    await useOwnTables();
    upstream = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
    proxy = await startFaultProxy('table', upstream, faults);
    // Before the handlers load, and with them their clients.
    process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.url;
  });
  afterAll(async () => {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = upstream;
    await proxy?.stop();
  });
  return {
    faults,
    /** Ends the lag of the indexes for what was written until now. */
    catchUp: () => proxy.catchUp(),
    /** The address behind the proxy, where nothing fails. */
    get upstream() {
      return upstream;
    },
  };
};
