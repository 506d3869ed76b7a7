import { Stack, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

export const acknowledge = (scope: IConstruct, id: string, reason: string): void =>
  Validations.of(scope).acknowledge({ id: `AwsSolutions-${id}`, reason });

/** The finding names the bucket as CloudFormation does, or its export in another stack. */
export const acknowledgePrefix = (scope: IConstruct, on: Bucket, prefix: string, reason: string): void => {
  const owner = Stack.of(on);
  const isElsewhere = owner !== Stack.of(scope);
  const reference = owner.resolve(isElsewhere ? owner.exportValue(on.bucketArn) : on.bucketArn);
  const name = isElsewhere ? reference['Fn::ImportValue'] : `<${reference['Fn::GetAtt'][0]}.Arn>`;
  acknowledge(scope, `IAM5[Resource::${name}/${prefix}]`, reason);
};
