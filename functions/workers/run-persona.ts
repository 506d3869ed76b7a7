import { openStorage, type Storage } from '../kit/files/storage.ts';
import { sharedTable } from '../kit/table/table.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { openModel } from '../reviews/ask/model/open-model.ts';
import { doRunJob } from '../reviews/run/run-one-persona.ts';

let storage: Storage | undefined;

const objects = (): Storage => {
  storage ??= openStorage();
  return storage;
};

export const handler = queueWorker((job, delivery) =>
  doRunJob({ table: sharedTable(), model: openModel(), objects }, job, delivery),
);
