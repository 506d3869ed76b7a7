import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { acknowledge } from './acknowledge.ts';
import type { LambdaFunction } from './lambda-function.ts';

/** Jobs are named after their review. */
const JOBS = 'review-*';

/** Lets a Lambda transcribe recordings; Transcribe reads them with the Lambda's own grant on the bucket. */
export const grantTranscribe = (to: LambdaFunction, output: Bucket): void => {
  const jobs = Stack.of(to).formatArn({ service: 'transcribe', resource: 'transcription-job', resourceName: JOBS });
  to.addToRolePolicy(new PolicyStatement({ actions: ['transcribe:GetTranscriptionJob'], resources: [jobs] }));
  // StartTranscriptionJob supports no resources. The condition keeps transcripts in our bucket.
  to.addToRolePolicy(
    new PolicyStatement({
      actions: ['transcribe:StartTranscriptionJob'],
      resources: ['*'],
      conditions: { StringEquals: { 'transcribe:OutputBucketName': output.bucketName } },
    }),
  );
  const { region } = Stack.of(to);
  const finding = `IAM5[Resource::arn:<AWS::Partition>:transcribe:${region}:<AWS::AccountId>:transcription-job/${JOBS}]`;
  acknowledge(to.ownRole, finding, 'Each job is named after its review: there is no shorter list of them.');
  acknowledge(
    to.ownRole,
    'IAM5[Resource::*]',
    'Starting a transcription knows no resources; its output is bound to our bucket.',
  );
};
