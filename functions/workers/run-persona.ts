import { openStorage, type Storage } from '../kit/storage.ts';
import { openTable, type Table } from '../kit/table.ts';
import { openModel } from '../reviews/model/open-model.ts';
import { queueWorker } from './queue-worker.ts';
import { runPersona } from './run-one-persona.ts';

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
