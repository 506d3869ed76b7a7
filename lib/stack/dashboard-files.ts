import { Duration } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { DASHBOARD_PAGES } from '../build/dashboard-build.ts';
import { acknowledgeDeployer } from './acknowledge.ts';
import { asBucket } from './cdk-types.ts';
import type { DashboardConfig } from './dashboard-headers.ts';
import { Deployer, PublicFiles } from './public-files.ts';
import type { Stage } from './stages.ts';

/** The dashboard's files and its configuration. Old files are kept because open pages still load them. */
export class DashboardFiles extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, stage: Stage, folder: string, config: DashboardConfig) {
    super(scope, id);
    this.bucket = new PublicFiles(this, 'Bucket');
    const deployer = new Deployer(this, 'Deployer', stage);
    // Both share a prefix, so neither deletes: renaming one would delete the other's files.
    const shared = {
      destinationBucket: asBucket(this.bucket),
      destinationKeyPrefix: 'dashboard',
      prune: false,
      ...deployer.props,
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
    // The pages name files, so those are uploaded first.
    pages.node.addDependency(assets);
    acknowledgeDeployer(deployer, this.bucket);
  }
}
