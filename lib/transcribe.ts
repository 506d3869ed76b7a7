import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { acknowledge } from './acknowledge.ts';
import type { LambdaFunction } from './lambda-function.ts';

/** Each is named after its review. */
const JOBS = 'review-*';

/** Lets a Lambda have recordings transcribed; Transcribe reads them with the Lambda's own grant on the bucket. */
export const grantTranscribe = (to: LambdaFunction): void => {
  const jobs = Stack.of(to).formatArn({ service: 'transcribe', resource: 'transcription-job', resourceName: JOBS });
  const actions = ['StartTranscriptionJob', 'GetTranscriptionJob'].map((action) => `transcribe:${action}`);
  to.addToRolePolicy(new PolicyStatement({ actions, resources: [jobs] }));
  const { region } = Stack.of(to);
  const finding = `IAM5[Resource::arn:<AWS::Partition>:transcribe:${region}:<AWS::AccountId>:transcription-job/${JOBS}]`;
  acknowledge(to.ownRole, finding, 'Each job is named after its review: there is no shorter list of them.');
};
