import { openStorage, type Storage } from '../kit/files/storage.ts';
import { openTable, type Table } from '../kit/table/table.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { openModel } from '../reviews/ask/model/open-model.ts';
import { runPersona } from '../reviews/run/run-one-persona.ts';

let table: Table | undefined;
let storage: Storage | undefined;

const objects = (): Storage => {
  storage ??= openStorage();
  return storage;
};

/** Has one persona judge a review's content. */
export const handler = queueWorker(async (key, delivery) => {
  table ??= openTable();
  await runPersona({ table, model: openModel(), objects }, key, delivery);
});
