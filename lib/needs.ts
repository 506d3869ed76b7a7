import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IndexName } from '../functions/kit/keys.ts';
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

/** What one Lambda may touch; whatever is not named here it cannot. */
export interface Needs {
  /** On the table of records. */
  records?: readonly RowAction[];
  /** Queries on its indexes. */
  indexes?: readonly IndexName[];
  /** On the scratch table. */
  scratch?: readonly RowAction[];
  /** On folders of the evidence bucket. */
  objects?: Partial<Record<'incoming/*' | 'kept/*' | 'exports/*', readonly ObjectAction[]>>;
  listObjects?: true;
}

const READ = ['GetItem', 'BatchGetItem', 'Query'] as const;
const WRITE = [...READ, 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;
/** For work that removes no row. */
const CHANGE = [...READ, 'ConditionCheckItem', 'PutItem', 'UpdateItem'] as const;
const COUNT = ['UpdateItem'] as const;

/** A first sign-in writes a user and a workspace, whichever route it came by; keys of repeats are kept in scratch. */
const SIGNED_IN: Needs = { records: WRITE, scratch: WRITE };
const ATTACH: NonNullable<Needs['objects']> = { 'incoming/*': ['GetObject', 'PutObject'], 'kept/*': ['PutObject'] };

const AREAS: Readonly<Record<string, Needs>> = {
  discovery: {},
  sites: SIGNED_IN,
  annotations: { ...SIGNED_IN, indexes: ['gsi1', 'gsi2'] },
  resolutions: { ...SIGNED_IN, objects: ATTACH },
  files: { records: READ, scratch: COUNT, objects: { 'kept/*': ['GetObject'] } },
  widget: { ...SIGNED_IN, objects: ATTACH },
  loader: { records: READ, scratch: COUNT },
  workspaces: { ...SIGNED_IN, indexes: ['gsi1'] },
  'api-tokens': SIGNED_IN,
  invitations: SIGNED_IN,
  mail: { records: [...READ, 'PutItem'], scratch: COUNT },
  personas: { ...SIGNED_IN, indexes: ['gsi1', 'gsi2'] },
  exports: {
    ...SIGNED_IN,
    indexes: ['gsi1', 'gsi2'],
    objects: { 'kept/*': ['GetObject'], 'incoming/*': ['GetObject', 'PutObject'] },
  },
  showcase: { ...SIGNED_IN, indexes: ['gsi1'] },
  signup: { records: WRITE, scratch: WRITE, indexes: ['gsi1'] },
  wallet: SIGNED_IN,
  /** Never the table of records: whoever is asked here is nobody's member. */
  demo: { scratch: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  reviews: { ...SIGNED_IN, indexes: ['gsi1', 'gsi2'], objects: { 'incoming/*': ['GetObject', 'PutObject'] } },
  usage: SIGNED_IN,
  data: { ...SIGNED_IN, indexes: ['gsi1', 'person'], objects: { 'exports/*': ['GetObject'] } },
};

/** Throws for an area that nobody has thought about. */
export const needsOfArea = (name: string): Needs => {
  const needs = AREAS[name];
  if (!needs) throw new Error(`Say in lib/needs.ts what the area "${name}" may touch.`);
  return needs;
};

export const mcpNeeds: Needs = { ...SIGNED_IN, indexes: ['gsi1', 'gsi2'], objects: ATTACH };

export const workerNeeds = {
  dispatch: {},
  reconcile: { records: [...READ, 'UpdateItem'], indexes: ['due'] },
  'count-usage': { scratch: ['PutItem', 'UpdateItem'] },
  'notify-submitter': { records: WRITE, scratch: COUNT },
  'send-mail': { records: WRITE },
  purge: {
    records: [...WRITE, 'BatchWriteItem'],
    indexes: ['gsi1', 'gsi2'],
    scratch: ['DeleteItem'],
    objects: { 'kept/*': ['DeleteObject'], 'incoming/*': ['DeleteObject'], 'exports/*': ['DeleteObject'] },
    listObjects: true,
  },
  'erase-person': {
    records: [...WRITE, 'BatchWriteItem'],
    indexes: ['gsi1', 'person'],
    scratch: ['DeleteItem'],
    objects: { 'incoming/*': ['DeleteObject'], 'exports/*': ['DeleteObject'] },
    listObjects: true,
  },
  'export-data': {
    records: [...READ, 'UpdateItem'],
    indexes: ['gsi1', 'person'],
    scratch: ['GetItem'],
    objects: { 'kept/*': ['GetObject'], 'exports/*': ['PutObject', 'DeleteObject', 'AbortMultipartUpload'] },
    listObjects: true,
  },
  'record-feedback': { records: ['PutItem'] },
  /** Transcribe reads and writes under `incoming/` by the same grant. */
  'extract-review': { records: CHANGE, objects: ATTACH },
  'run-persona': { records: CHANGE, objects: { 'kept/*': ['GetObject'] } },
  'refit-calibrator': { records: WRITE, indexes: ['gsi1'] },
} as const satisfies Record<string, Needs>;

/** Grants exactly that. */
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
