import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { acknowledge, acknowledgePrefix } from './acknowledge.ts';
import { DASHBOARD_PAGES } from './dashboard-build.ts';
import type { DashboardConfig } from './dashboard-headers.ts';
import { asBucket } from './fit.ts';
import type { WidgetFiles } from './widget-files.ts';

/** The dashboard's files and its configuration. Old files stay: pages that are open now still ask for them. */
export class DashboardFiles extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, widget: WidgetFiles, folder: string, config: DashboardConfig) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(this.bucket, 'S1', 'Public files that only CloudFront reads; CloudFront logs the requests.');
    const shared = {
      destinationBucket: asBucket(this.bucket),
      destinationKeyPrefix: 'dashboard',
      prune: false,
      retainOnDelete: false,
      ...widget.deployer,
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...shared,
      sources: [Source.asset(folder, { exclude: [...DASHBOARD_PAGES, 'manifest.json', '.built-from'] })],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...shared,
      sources: [
        Source.asset(folder, { exclude: ['assets', 'assets/**', 'manifest.json', '.built-from'] }),
        Source.jsonData('config.json', config),
      ],
      cacheControl: [CacheControl.noCache()],
    });
    // The pages name files: they come first.
    pages.node.addDependency(assets);
    acknowledgePrefix(widget, this.bucket, '*', 'Granted by the library to its deployer, which copies the dashboard.');
  }
}
