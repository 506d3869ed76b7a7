import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Grants } from '../../functions/kit/contract/lambda-spec.ts';
import { acknowledgePrefix } from './acknowledge.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { Tables } from './tables.ts';

/** Grants exactly what a Lambda grants. */
export const grant = (to: LambdaFunction, grants: Grants, tables: Tables, evidence: Bucket): void => {
  const allow = (service: string, actions: readonly string[], resource: string) =>
    to.addToRolePolicy(
      new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources: [resource] }),
    );
  if (grants.records) allow('dynamodb', grants.records, tables.main.tableArn);
  for (const name of grants.indexes ?? []) allow('dynamodb', ['Query'], `${tables.main.tableArn}/index/${name}`);
  if (grants.scratch) allow('dynamodb', grants.scratch, tables.scratch.tableArn);
  for (const [folder, actions] of Object.entries(grants.objects ?? {})) {
    allow('s3', actions, evidence.arnForObjects(folder));
    acknowledgePrefix(to.ownRole, evidence, folder, 'Each object has a name of its own under its folder.');
  }
  if (grants.listObjects) allow('s3', ['ListBucket'], evidence.bucketArn);
};
