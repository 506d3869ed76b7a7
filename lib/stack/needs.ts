import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IndexName } from '../../functions/kit/table/keys.ts';
import { acknowledgePrefix } from './acknowledge.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { Tables } from './tables.ts';

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

/** Least privilege: a Lambda can access only what its entry lists. */
export interface Needs {
  /** Actions on the table of records. */
  records?: readonly RowAction[];
  /** Queries on its indexes. */
  indexes?: readonly IndexName[];
  /** Actions on the scratch table. */
  scratch?: readonly RowAction[];
  /** Actions on folders of the evidence bucket. */
  objects?: Partial<Record<'incoming/*' | 'kept/*' | 'exports/*', readonly ObjectAction[]>>;
  listObjects?: true;
}

const READ = ['GetItem', 'Query'] as const;
const CHANGE = [...READ, 'ConditionCheckItem', 'PutItem', 'UpdateItem'] as const;
/** If the response to an increment is lost, the counter is read again. */
const COUNT = ['GetItem', 'UpdateItem'] as const;
const SCRATCH = [...COUNT, 'PutItem'] as const;

/** A first sign-in on any route writes a user and a workspace; idempotency keys are in the scratch table. */
const signedIn = (...more: RowAction[]): Needs => ({ records: [...CHANGE, ...more], scratch: SCRATCH });
const ATTACH: NonNullable<Needs['objects']> = { 'incoming/*': ['GetObject', 'PutObject'], 'kept/*': ['PutObject'] };

const AREAS: Readonly<Record<string, Needs>> = {
  discovery: {},
  sites: { ...signedIn('DeleteItem'), scratch: [...SCRATCH, 'Query'] },
  annotations: { ...signedIn('BatchGetItem'), indexes: ['gsi1', 'gsi2'] },
  resolutions: { ...signedIn(), objects: ATTACH },
  files: { records: ['GetItem'], scratch: COUNT, objects: { 'kept/*': ['GetObject'] } },
  widget: { ...signedIn('DeleteItem'), objects: ATTACH },
  loader: { records: ['GetItem'], scratch: COUNT },
  workspaces: { ...signedIn('BatchGetItem', 'DeleteItem'), indexes: ['gsi1'] },
  'api-tokens': signedIn(),
  invitations: signedIn(),
  mail: { records: ['PutItem'], scratch: COUNT },
  personas: { ...signedIn('BatchGetItem', 'DeleteItem'), indexes: ['gsi1', 'gsi2'] },
  exports: {
    ...signedIn(),
    indexes: ['gsi1', 'gsi2'],
    objects: { 'kept/*': ['GetObject'], 'incoming/*': ['GetObject', 'PutObject'] },
  },
  showcase: { ...signedIn('BatchGetItem', 'DeleteItem'), indexes: ['gsi1'] },
  signup: { ...signedIn('BatchGetItem'), indexes: ['gsi1'] },
  wallet: signedIn(),
  /** Never the table of records, because visitors belong to no workspace. */
  demo: { scratch: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  reviews: {
    ...signedIn('BatchGetItem'),
    indexes: ['gsi1', 'gsi2'],
    objects: { 'incoming/*': ['GetObject', 'PutObject'] },
  },
  usage: { ...signedIn('BatchGetItem'), scratch: [...SCRATCH, 'Query'] },
  data: {
    ...signedIn('BatchGetItem', 'DeleteItem'),
    indexes: ['gsi1', 'person'],
    objects: { 'exports/*': ['GetObject'] },
  },
};

/** Throws for an area without an entry. */
export const needsOfArea = (name: string): Needs => {
  const needs = AREAS[name];
  if (!needs) throw new Error(`Say in lib/stack/needs.ts what the area "${name}" may touch.`);
  return needs;
};

export const mcpNeeds: Needs = { ...signedIn('BatchGetItem'), indexes: ['gsi1', 'gsi2'], objects: ATTACH };

export const workerNeeds = {
  dispatch: {},
  reconcile: { records: ['UpdateItem'], indexes: ['due'] },
  'count-usage': { scratch: ['PutItem', 'UpdateItem'] },
  'notify-submitter': { records: ['GetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'], scratch: ['UpdateItem'] },
  'send-mail': { records: ['GetItem', 'PutItem', 'UpdateItem'] },
  purge: {
    records: [...READ, 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    indexes: ['gsi1', 'gsi2'],
    scratch: ['DeleteItem'],
    objects: { 'kept/*': ['DeleteObject'], 'incoming/*': ['DeleteObject'], 'exports/*': ['DeleteObject'] },
    listObjects: true,
  },
  'erase-person': {
    records: [...READ, 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    indexes: ['gsi1', 'person'],
    scratch: ['DeleteItem'],
    objects: { 'incoming/*': ['DeleteObject'], 'exports/*': ['DeleteObject'] },
    listObjects: true,
  },
  'export-data': {
    records: [...READ, 'BatchGetItem', 'UpdateItem'],
    indexes: ['gsi1', 'person'],
    scratch: ['GetItem'],
    objects: { 'kept/*': ['GetObject'], 'exports/*': ['PutObject', 'DeleteObject', 'AbortMultipartUpload'] },
    listObjects: true,
  },
  'record-feedback': { records: ['PutItem'] },
  /** Transcribe reads and writes under `incoming/` with the same grant. */
  'extract-review': { records: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem'], objects: ATTACH },
  'run-persona': { records: [...READ, 'BatchGetItem', 'PutItem', 'UpdateItem'], objects: { 'kept/*': ['GetObject'] } },
  'refit-calibrator': { records: [...READ, 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], indexes: ['gsi1'] },
} as const satisfies Record<string, Needs>;

export const grant = (to: LambdaFunction, needs: Needs, tables: Tables, evidence: Bucket): void => {
  const allow = (service: string, actions: readonly string[], resource: string) =>
    to.addToRolePolicy(
      new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources: [resource] }),
    );
  if (needs.records) allow('dynamodb', needs.records, tables.main.tableArn);
  for (const name of needs.indexes ?? []) allow('dynamodb', ['Query'], `${tables.main.tableArn}/index/${name}`);
  if (needs.scratch) allow('dynamodb', needs.scratch, tables.scratch.tableArn);
  for (const [folder, actions] of Object.entries(needs.objects ?? {})) {
    allow('s3', actions, evidence.arnForObjects(folder));
    acknowledgePrefix(to.ownRole, evidence, folder, 'Each object has a name of its own under its folder.');
  }
  if (needs.listObjects) allow('s3', ['ListBucket'], evidence.bucketArn);
};
