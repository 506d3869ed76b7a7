import { WASM } from '../exports/render/fonts.ts';
import { DICTIONARY } from '../facts/rules/dictionary.ts';
import {
  ATTACH,
  CATALOG,
  type LambdaSpec,
  READ,
  RISK_WEIGHTS,
  SCRATCH,
  type WorkerSpec,
} from '../kit/contract/lambda-spec.ts';
import type { QueueKind } from '../owed/jobs.ts';
import { DEFAULT_SETTINGS } from '../reviews/ask/model/settings.ts';
import { READ_SECONDS, runTimes } from '../reviews/run/run-times.ts';

/** To index a note, and blocks of notes. */
const SEARCH = [...READ, 'PutItem', 'UpdateItem'] as const;

/** Its entry is the file of that name. */
export const queueWorkers: Readonly<Record<QueueKind, WorkerSpec>> = {
  'notify-submitter': {
    records: [...READ, 'BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    scratch: ['UpdateItem'],
    timeoutSeconds: 30,
    concurrency: 5,
  },
  'send-mail': { records: [...READ, 'BatchGetItem', 'PutItem', 'UpdateItem'], timeoutSeconds: 30, concurrency: 5 },
  purge: {
    records: [...READ, 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    indexes: ['gsi1', 'gsi2'],
    scratch: ['GetItem', 'Query', 'PutItem', 'DeleteItem', 'BatchWriteItem'],
    objects: { 'kept/*': ['DeleteObject'], 'incoming/*': ['DeleteObject'], 'exports/*': ['DeleteObject'] },
    listObjects: true,
    timeoutSeconds: 300,
    // The purge of a large workspace takes many runs: other workspaces get their turn in between.
    concurrency: 10,
  },
  // One file or page of up to 100 MB per invocation. Transcribe reads and writes `incoming/` by the same grant.
  'extract-review': {
    records: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    objects: ATTACH,
    files: [...CATALOG, ...DICTIONARY],
    fetcher: true,
    timeoutSeconds: READ_SECONDS['extract-review'],
    concurrency: 5,
    memoryMb: 2048,
    batchSize: 1,
  },
  // It waits for two visits of a minute each, side by side.
  'render-page': {
    records: ['GetItem', 'Query', 'BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['gsi2'],
    scratch: ['UpdateItem'],
    objects: { 'incoming/*': ['GetObject', 'PutObject'], 'kept/*': ['GetObject', 'PutObject'] },
    files: [...CATALOG, ...DICTIONARY, `node_modules/${WASM.webp}`],
    fetcher: true,
    renderer: true,
    timeoutSeconds: READ_SECONDS['render-review'],
    concurrency: 5,
    memoryMb: 2048,
    batchSize: 1,
  },
  'run-persona': {
    records: [...READ, 'BatchGetItem', 'PutItem', 'UpdateItem'],
    scratch: ['UpdateItem'],
    objects: { 'kept/*': ['GetObject'] },
    files: DICTIONARY,
    model: true,
    // A stage with another timeout of its model has its own (lib/stack/worker-spec.ts).
    timeoutSeconds: runTimes(DEFAULT_SETTINGS).invocationSeconds,
    concurrency: 20,
    memoryMb: 1024,
    batchSize: 1,
  },
  'erase-person': {
    records: [...READ, 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    indexes: ['gsi1', 'gsi2', 'person'],
    scratch: [...SEARCH, 'DeleteItem'],
    objects: { 'kept/*': ['DeleteObject'], 'incoming/*': ['DeleteObject'], 'exports/*': ['DeleteObject'] },
    listObjects: true,
    timeoutSeconds: 300,
    concurrency: 2,
  },
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
  'deliver-webhook': {
    records: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    fetcher: true,
    timeoutSeconds: 30,
    concurrency: 10,
  },
  'refit-calibrator': {
    records: [...READ, 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['gsi1'],
    timeoutSeconds: 60,
    concurrency: 2,
    files: CATALOG,
  },
};

export const eventWorkers = {
  dispatch: { records: [...READ, 'PutItem', 'UpdateItem'], scratch: SEARCH, timeoutSeconds: 30 },
  'count-usage': {
    records: ['BatchGetItem', 'ConditionCheckItem'],
    scratch: ['Query', 'BatchGetItem', 'PutItem'],
    timeoutSeconds: 60,
  },
  reconcile: { records: ['UpdateItem'], indexes: ['due'], timeoutSeconds: 60 },
  'record-feedback': { records: ['PutItem'], timeoutSeconds: 30 },
  'receive-mail': {
    records: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    scratch: SCRATCH,
    objects: { 'inbound/*': ['GetObject', 'DeleteObject'] },
    files: RISK_WEIGHTS,
    timeoutSeconds: 30,
  },
  // Cognito waits no longer.
  'link-sign-in': { timeoutSeconds: 5 },
} as const satisfies Record<string, LambdaSpec>;
