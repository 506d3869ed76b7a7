import { ATTACH, CATALOGUE, type LambdaSpec, READ, type WorkerSpec } from '../kit/contract/lambda-spec.ts';
import type { QueueKind } from '../owed/jobs.ts';

/** How the worker of each queue is deployed; its entry is the file of that name. */
export const queueWorkers: Readonly<Record<QueueKind, WorkerSpec>> = {
  'notify-submitter': {
    records: ['GetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
    scratch: ['UpdateItem'],
    timeoutSeconds: 30,
    concurrency: 5,
  },
  'send-mail': { records: ['GetItem', 'PutItem', 'UpdateItem'], timeoutSeconds: 30, concurrency: 5 },
  purge: {
    records: [...READ, 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    indexes: ['gsi1', 'gsi2'],
    scratch: ['DeleteItem'],
    objects: { 'kept/*': ['DeleteObject'], 'incoming/*': ['DeleteObject'], 'exports/*': ['DeleteObject'] },
    listObjects: true,
    timeoutSeconds: 300,
    // The purge of a large workspace takes many runs: other workspaces get their turn in between.
    concurrency: 10,
  },
  // One file or page of up to 100 MB per invocation. Transcribe reads and writes under `incoming/` by the same grant.
  'extract-review': {
    records: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    objects: ATTACH,
    fetcher: true,
    timeoutSeconds: 120,
    concurrency: 5,
    memoryMb: 2048,
    batchSize: 1,
  },
  // A persona waits for its model: a slow one delays no other.
  'run-persona': {
    records: [...READ, 'BatchGetItem', 'PutItem', 'UpdateItem'],
    objects: { 'kept/*': ['GetObject'] },
    model: true,
    timeoutSeconds: 300,
    concurrency: 20,
    memoryMb: 1024,
    batchSize: 1,
  },
  'erase-person': {
    records: [...READ, 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    indexes: ['gsi1', 'person'],
    scratch: ['DeleteItem'],
    objects: { 'incoming/*': ['DeleteObject'], 'exports/*': ['DeleteObject'] },
    listObjects: true,
    timeoutSeconds: 300,
    concurrency: 2,
  },
  // Reads, compresses and uploads one archive in parts.
  'export-data': {
    records: [...READ, 'BatchGetItem', 'UpdateItem'],
    indexes: ['gsi1', 'person'],
    scratch: ['GetItem'],
    objects: { 'kept/*': ['GetObject'], 'exports/*': ['PutObject', 'DeleteObject', 'AbortMultipartUpload'] },
    listObjects: true,
    timeoutSeconds: 300,
    concurrency: 2,
    memoryMb: 1024,
    batchSize: 1,
  },
  'refit-calibrator': {
    records: [...READ, 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['gsi1'],
    timeoutSeconds: 60,
    concurrency: 2,
    files: CATALOGUE,
  },
};

/** How the workers of the stream, the schedule and SES's events are deployed. */
export const eventWorkers = {
  dispatch: { timeoutSeconds: 30 },
  'count-usage': { scratch: ['PutItem', 'UpdateItem'], timeoutSeconds: 60 },
  reconcile: { records: ['UpdateItem'], indexes: ['due'], timeoutSeconds: 60 },
  'record-feedback': { records: ['PutItem'], timeoutSeconds: 30 },
} as const satisfies Record<string, LambdaSpec>;
