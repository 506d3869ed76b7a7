import { Stack } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { LambdaSpec } from '../../functions/kit/contract/lambda-spec.ts';
import type { DataStack } from './data-stack.ts';
import { type LambdaConfig, LambdaFunction, type LambdaFunctionProps } from './lambda-function.ts';
import { acknowledge, acknowledgePrefix } from './stage-stack.ts';
import type { Stage } from './stages.ts';

export interface ServiceConfig extends LambdaConfig {
  data: Pick<DataStack, 'tables' | 'evidence'>;
  fetcher: LambdaFunction;
  renderer: LambdaFunction;
}

export const serviceFunction = (
  scope: Construct,
  id: string,
  config: ServiceConfig,
  {
    model,
    fetcher,
    renderer,
    records,
    indexes = [],
    scratch,
    objects = {},
    listObjects,
    ...props
  }: LambdaSpec & LambdaFunctionProps,
): LambdaFunction => {
  const { data, stage } = config;
  const { tables, evidence } = data;
  const lambda = new LambdaFunction(scope, id, config, props);
  const allow = (service: string, actions: readonly string[], resource: string) =>
    lambda.allow(
      actions.map((action) => `${service}:${action}`),
      [resource],
    );
  if (records) allow('dynamodb', records, tables.main.tableArn);
  for (const name of indexes) allow('dynamodb', ['Query'], `${tables.main.tableArn}/index/${name}`);
  if (scratch) allow('dynamodb', scratch, tables.scratch.tableArn);
  for (const [folder, actions] of Object.entries(objects)) {
    allow('s3', actions, evidence.arnForObjects(folder));
    acknowledgePrefix(lambda.ownRole, evidence, folder, 'Each object has a name of its own under its folder.');
  }
  if (listObjects) allow('s3', ['ListBucket'], evidence.bucketArn);
  if (fetcher) allow('lambda', ['InvokeFunction'], config.fetcher.functionArn);
  if (renderer) allow('lambda', ['InvokeFunction'], config.renderer.functionArn);
  if (model) grantModel(lambda, stage);
  return lambda;
};

const PROFILE = /^(us|us-gov|eu|apac|au|jp|global)\./;

/** The stage's model only, and if it has a profile, only through the profile. */
const grantModel = (to: LambdaFunction, { model }: Stage): void => {
  if (model?.provider !== 'bedrock') return;
  const { id, regions } = model;
  const foundation = id.replace(PROFILE, '');
  const service = 'bedrock';
  const modelIn = (region: string) =>
    Stack.of(to).formatArn({ service, region, account: '', resource: 'foundation-model', resourceName: foundation });
  // A global profile also requests the model without a region.
  const models = [...regions, ...(id.startsWith('global.') ? [''] : [])].map(modelIn);
  const actions = ['bedrock:InvokeModel'];
  if (id === foundation) {
    to.allow(actions, models);
    return;
  }
  const profile = Stack.of(to).formatArn({ service, resource: 'inference-profile', resourceName: id });
  to.allow(actions, [profile]);
  to.allow(actions, models, { StringEquals: { 'bedrock:InferenceProfileArn': profile } });
};

const JOBS = 'review-*';

/** Transcribe reads recordings with the Lambda's own grant on the bucket. */
export const grantTranscribe = (to: LambdaFunction, output: Bucket): void => {
  const { region } = Stack.of(to);
  const jobs = Stack.of(to).formatArn({ service: 'transcribe', resource: 'transcription-job', resourceName: JOBS });
  to.allow(['transcribe:GetTranscriptionJob'], [jobs]);
  // Transcribe supports no resources. The condition keeps transcripts in our bucket.
  const condition = { StringEquals: { 'transcribe:OutputBucketName': output.bucketName } };
  to.allow(['transcribe:StartTranscriptionJob'], ['*'], condition);
  const finding = `IAM5[Resource::arn:<AWS::Partition>:transcribe:${region}:<AWS::AccountId>:transcription-job/${JOBS}]`;
  acknowledge(to.ownRole, finding, 'Each job is named after its review: there is no shorter list of them.');
  acknowledge(
    to.ownRole,
    'IAM5[Resource::*]',
    'Starting a transcription knows no resources; its output is bound to our bucket.',
  );
};
