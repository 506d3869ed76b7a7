import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeDeployer } from './acknowledge.ts';
import { asBucket } from './fit.ts';
import type { Stage } from './stages.ts';

/** The widget's static files, by name and hash. Old ones stay: pages that are open now still ask for them. */
export class WidgetFiles extends Construct {
  readonly bucket: Bucket;
  /** The library copies all files of a stack by one Lambda: whoever adds files shares its role and log. */
  readonly deployer: { role: Role; logGroup: LogGroup };

  constructor(scope: Construct, id: string, stage: Stage, folder: string) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(this.bucket, 'S1', 'Public files that only CloudFront reads; CloudFront logs the requests.');
    const logGroup = new LogGroup(this, 'Logs', { retention: stage.logDays, removalPolicy: RemovalPolicy.DESTROY });
    const role = new Role(this, 'DeploymentRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.deployer = { role, logGroup };
    new BucketDeployment(this, 'Deployment', {
      destinationBucket: asBucket(this.bucket),
      destinationKeyPrefix: 'widget',
      sources: [Source.asset(folder, { exclude: ['loader.js', 'manifest.json'] })],
      prune: false,
      retainOnDelete: false,
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
      logGroup,
      role,
    });
    acknowledgeDeployer(this, this.bucket);
  }
}
