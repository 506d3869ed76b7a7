import type { IndexName } from '../table/keys.ts';

type RowAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'ConditionCheckItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem';
type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'AbortMultipartUpload';

/** The data that a Lambda may touch. Nothing else is granted. */
export interface Grants {
  /** Actions on the table of records. */
  records?: readonly RowAction[];
  /** Indexes of that table to query. */
  indexes?: readonly IndexName[];
  /** Actions on the scratch table. */
  scratch?: readonly RowAction[];
  /** Actions on folders of the evidence bucket. */
  objects?: Partial<Record<'incoming/*' | 'kept/*' | 'exports/*', readonly ObjectAction[]>>;
  listObjects?: true;
}

/** How a Lambda is deployed. */
export interface LambdaSpec extends Grants {
  timeoutSeconds?: number;
  memoryMb?: number;
  /** Files and folders shipped next to the bundle, from the project's root. */
  files?: readonly string[];
  /** Calls the model. */
  model?: true;
  /** Calls the fetcher. */
  fetcher?: true;
  /** Answers from memory within a millisecond: a trace would show nothing. */
  isUntraced?: true;
}

/** How the Lambda of an area is deployed. */
export interface AreaSpec extends LambdaSpec {
  /** One line about the area, for the generated documents. */
  about: string;
}

/** How the worker of a queue is deployed. */
export interface WorkerSpec extends LambdaSpec {
  timeoutSeconds: number;
  /** Invocations at the same time. */
  concurrency: number;
  /** Messages per invocation; 10 by default. */
  batchSize?: number;
}

export const READ = ['GetItem', 'Query'] as const;
const CHANGE = [...READ, 'ConditionCheckItem', 'PutItem', 'UpdateItem'] as const;
/** A count whose answer was lost is read back. */
export const COUNT = ['GetItem', 'UpdateItem'] as const;
export const SCRATCH = [...COUNT, 'PutItem'] as const;

/** Every route may meet a first sign-in, which writes a user and a workspace. Idempotency-Keys are kept in scratch. */
export const signedIn = (...more: RowAction[]) =>
  ({ records: [...CHANGE, ...more], scratch: SCRATCH }) as const satisfies Grants;

/** Moves uploads into the evidence. */
export const ATTACH = {
  'incoming/*': ['GetObject', 'PutObject'],
  'kept/*': ['PutObject'],
} as const satisfies Grants['objects'];

export const CATALOGUE = ['functions/personas/catalogue'] as const;
