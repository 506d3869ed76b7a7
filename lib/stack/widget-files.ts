import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { acknowledgeDeployer } from './acknowledge.ts';
import { asBucket } from './cdk-types.ts';
import { Deployer, PublicFiles } from './public-files.ts';
import type { Stage } from './stages.ts';

/** The widget's static files, named by hash. Old files are kept because open pages still load them. */
export class WidgetFiles extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, stage: Stage, folder: string) {
    super(scope, id);
    this.bucket = new PublicFiles(this, 'Bucket');
    // The distribution is deployed later and refers to this bucket, so it can't be named here.
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [this.bucket.arnForObjects('widget/*')],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnLike: { 'aws:SourceArn': `arn:aws:cloudfront::${Stack.of(this).account}:distribution/*` },
        },
      }),
    );
    const deployer = new Deployer(this, 'Deployer', stage);
    new BucketDeployment(this, 'Deployment', {
      destinationBucket: asBucket(this.bucket),
      destinationKeyPrefix: 'widget',
      sources: [Source.asset(folder, { exclude: ['loader.js', 'manifest.json'] })],
      prune: false,
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
      ...deployer.props,
    });
    acknowledgeDeployer(deployer, this.bucket);
  }
}
