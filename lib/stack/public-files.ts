import { RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { Stage } from './stages.ts';

/**
 * A bucket of built files that only CloudFront reads. It is never deleted, because it isn't empty when a deploy rolls
 * back.
 */
export class PublicFiles extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(this, 'S1', 'Public files that only CloudFront reads; CloudFront logs the requests.');
  }
}

/** Role and log group of the Lambda with which CDK copies a stack's files. */
export class Deployer extends Construct {
  readonly props: { role: Role; logGroup: LogGroup };

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', { retention: stage.logDays, removalPolicy: RemovalPolicy.DESTROY });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.props = { role, logGroup };
  }
}
