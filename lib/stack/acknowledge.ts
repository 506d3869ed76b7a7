import { Stack, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/** Suppresses a cdk-nag finding on `scope` and its children. `id` omits the rule pack's name. */
export const acknowledge = (scope: IConstruct, id: string, reason: string): void =>
  Validations.of(scope).acknowledge({ id: `AwsSolutions-${id}`, reason });

/** Suppresses findings about CDK's own file deployer; its Lambda is a child of the stack. */
export const acknowledgeDeployer = (scope: IConstruct, destination: Bucket): void => {
  const grants = 'Granted by the library to its deployer, which copies files from its assets into one bucket.';
  for (const action of ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject']) {
    acknowledge(scope, `IAM5[Action::s3:${action}*]`, grants);
  }
  const { region, node } = Stack.of(scope);
  const assets = `cdk-hnb659fds-assets-<AWS::AccountId>-${region}`;
  acknowledge(scope, `IAM5[Resource::arn:<AWS::Partition>:s3:::${assets}/*]`, grants);
  acknowledgePrefix(scope, destination, '*', grants);
  for (const child of node.children.filter(({ node: { id } }) => id.startsWith('Custom::CDKBucketDeployment'))) {
    acknowledge(child, 'L1', 'The library chooses the runtime of its own Lambda.');
  }
};

/**
 * Suppresses findings about a grant on a prefix: the finding names the bucket as CloudFormation does, or its export in
 * another stack.
 */
export const acknowledgePrefix = (scope: IConstruct, on: Bucket, prefix: string, reason: string): void => {
  const owner = Stack.of(on);
  const isElsewhere = owner !== Stack.of(scope);
  const reference = owner.resolve(isElsewhere ? owner.exportValue(on.bucketArn) : on.bucketArn);
  const name = isElsewhere ? reference['Fn::ImportValue'] : `<${reference['Fn::GetAtt'][0]}.Arn>`;
  acknowledge(scope, `IAM5[Resource::${name}/${prefix}]`, reason);
};
