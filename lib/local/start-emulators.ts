import { join } from 'node:path';
import { BUCKET, TABLES } from './account.ts';
import { createTables } from './create-tables.ts';
import { startQueueEmulator, startStorageEmulator } from './emulators.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { Faults } from './faults.ts';
import { startMailSink } from './mail-sink.ts';
import { COUNT_DEAD, DISPATCH_DEAD, queues } from './queues.ts';
import { startTableEmulator } from './table-emulator.ts';
import type { Undo } from './undo.ts';

/** Longer than any worker runs. */
const VISIBILITY_SECONDS = 360;
const MAX_RECEIVES = 5;

/** Called when a write leaves owed work, so that the stream is read immediately. */
export interface Listener {
  owed?: () => void;
}

/** Tables, storage, queues and email, each behind its fault proxy; `isKept` says whether queues outlive the process. */
export const startEmulators = async (
  folder: string,
  isKept: boolean,
  faults: Faults,
  listener: Listener,
  undo: Undo[],
) => {
  const given = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const names = [...queues.map(({ name }) => name), DISPATCH_DEAD, COUNT_DEAD];
  const settings = names.map((name) => ({
    name,
    visibility_seconds: VISIBILITY_SECONDS,
    max_receives: MAX_RECEIVES,
  }));
  const [table, storage, queue, mail] = await Promise.all([
    given ? { url: given, trim: undefined, stop: () => undefined } : startTableEmulator(join(folder, 'table'), isKept),
    startStorageEmulator(join(folder, 'storage'), BUCKET),
    startQueueEmulator(isKept ? join(folder, 'queues') : undefined, settings),
    startMailSink(join(folder, 'mail'), faults),
  ]);
  undo.push(
    () => table.stop(),
    () => storage.stop(),
    () => queue.stop(),
    () => mail.stop(),
  );
  const [tableProxy, storageProxy, queueProxy] = await Promise.all([
    startFaultProxy('table', table.url, faults, ({ body }) => {
      if (body.includes('"due_at"')) listener.owed?.();
    }),
    startFaultProxy('storage', storage.url, faults),
    startFaultProxy('queue', queue.url, faults),
  ]);
  undo.push(
    () => tableProxy.stop(),
    () => storageProxy.stop(),
    () => queueProxy.stop(),
  );
  const urls = { table: tableProxy.url, storage: storageProxy.url, queue: queueProxy.url };
  const created = await createTables(table.url, TABLES);
  const { catchUp } = tableProxy;
  return { table, queue, mail, urls, catchUp, isNew: created.includes('main') };
};

export type Emulators = Awaited<ReturnType<typeof startEmulators>>;
