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

/** Nothing else is granted. */
export interface Grants {
  records?: readonly RowAction[];
  indexes?: readonly IndexName[];
  scratch?: readonly RowAction[];
  objects?: Partial<Record<'incoming/*' | 'kept/*' | 'exports/*' | 'inbound/*', readonly ObjectAction[]>>;
  listObjects?: true;
}

export interface LambdaSpec extends Grants {
  timeoutSeconds?: number;
  memoryMb?: number;
  files?: readonly string[];
  model?: true;
  fetcher?: true;
  renderer?: true;
  /** Answers from memory within a millisecond: a trace would show nothing. */
  isUntraced?: true;
}

export interface AreaSpec extends LambdaSpec {
  /** One line about the area, for the generated documents. */
  about: string;
}

export interface WorkerSpec extends LambdaSpec {
  timeoutSeconds: number;
  concurrency: number;
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

export const ATTACH = {
  'incoming/*': ['GetObject', 'PutObject'],
  'kept/*': ['PutObject'],
} as const satisfies Grants['objects'];

/** Of the model that recognizes risks in visitors' texts. */
export const RISK_WEIGHTS = ['functions/annotations/risks/weights.generated.json'] as const;

export const CATALOG = ['functions/personas/catalog'] as const;
