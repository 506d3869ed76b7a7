import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import {
  BucketDeployment,
  type BucketDeploymentProps,
  CacheControl,
  type ISource,
  Source,
} from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { DashboardConfig } from '../../web/dashboard/session/config.ts';
import { DASHBOARD_PAGES } from '../build/dashboard-build.ts';
import { DEMO_FOLDER, DEMO_PAGE, withAddress, withLoader } from '../build/public-pages.ts';
import { EDGE_REGION } from './server-secrets.ts';
import { acknowledge, acknowledgePrefix, asBucket, StageStack, stageLogs } from './stage-stack.ts';
import type { Stage } from './stages.ts';

const FOREVER = [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()];

/** Open pages still load old files. The bucket isn't empty when a deploy rolls back, so it is never deleted. */
class PublicFiles extends Construct {
  readonly bucket: Bucket;
  readonly #prefix: string;
  readonly #deployer: Construct;
  readonly #as: { role: Role; logGroup: ReturnType<typeof stageLogs> };

  constructor(scope: Construct, id: string, stage: Stage, prefix: string) {
    super(scope, id);
    this.#prefix = prefix;
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(this.bucket, 'S1', 'Public files that only CloudFront reads; CloudFront logs the requests.');
    this.#deployer = new Construct(this, 'Deployer');
    const logGroup = stageLogs(this.#deployer, 'Logs', stage);
    const role = new Role(this.#deployer, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.#as = { role, logGroup };
  }

  protected upload(
    id: string,
    sources: ISource[],
    cacheControl: CacheControl[],
    more: Pick<BucketDeploymentProps, 'destinationKeyPrefix' | 'contentEncoding'> = {},
  ) {
    return new BucketDeployment(this, id, {
      destinationBucket: asBucket(this.bucket),
      destinationKeyPrefix: this.#prefix,
      ...more,
      sources,
      // Renaming one upload would delete the files of another with its prefix.
      prune: false,
      cacheControl,
      ...this.#as,
    });
  }

  /** CDK's own file deployer; its Lambda is a child of the stack. */
  protected acknowledgeDeployer(): void {
    const grants = 'Granted by the library to its deployer, which copies files from its assets into one bucket.';
    for (const action of ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject']) {
      acknowledge(this.#deployer, `IAM5[Action::s3:${action}*]`, grants);
    }
    const { region, node } = Stack.of(this);
    const assets = `cdk-hnb659fds-assets-<AWS::AccountId>-${region}`;
    acknowledge(this.#deployer, `IAM5[Resource::arn:<AWS::Partition>:s3:::${assets}/*]`, grants);
    acknowledgePrefix(this.#deployer, this.bucket, '*', grants);
    for (const child of node.children.filter(({ node: { id } }) => id.startsWith('Custom::CDKBucketDeployment'))) {
      acknowledge(child, 'L1', 'The library chooses the runtime of its own Lambda.');
    }
  }
}

export class DashboardFiles extends PublicFiles {
  constructor(scope: Construct, id: string, stage: Stage, folder: string, config: DashboardConfig) {
    super(scope, id, stage, 'dashboard');
    const others = ['manifest.json', '.built-from', 'brotli', 'assets/*.js', 'assets/*.css'];
    const uncompressed = Source.asset(folder, { exclude: [...DASHBOARD_PAGES, ...others] });
    const assets = [
      // Only browsers load these, and all that can run them take Brotli.
      this.upload('Code', [Source.asset(join(folder, 'brotli'))], FOREVER, { contentEncoding: 'br' }),
      this.upload('Assets', [uncompressed], FOREVER),
    ];
    const documents = DASHBOARD_PAGES.map((name) =>
      Source.data(name, withAddress(readFileSync(join(folder, name), 'utf8'), stage.baseUrl)),
    );
    const pages = this.upload(
      'Pages',
      [...documents, Source.jsonData('config.json', config)],
      [CacheControl.noCache()],
    );
    // The pages name files, so those are uploaded first.
    pages.node.addDependency(...assets);
    const page = withLoader(readFileSync(join(DEMO_FOLDER, DEMO_PAGE), 'utf8'), stage.loaderId ?? '');
    const demo = [Source.asset(DEMO_FOLDER, { exclude: [DEMO_PAGE] }), Source.data(DEMO_PAGE, page)];
    this.upload('Demo', demo, [CacheControl.noCache()], { destinationKeyPrefix: 'dashboard/demo' });
    this.acknowledgeDeployer();
  }
}

class WidgetFiles extends PublicFiles {
  constructor(scope: Construct, id: string, stage: Stage, folder: string) {
    super(scope, id, stage, 'widget');
    const { account } = Stack.of(this);
    // The distribution is deployed later and refers to this bucket, so it can't be named here.
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [this.bucket.arnForObjects('widget/*')],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:aws:cloudfront::${account}:distribution/*` },
        },
      }),
    );
    this.upload('Deployment', [Source.asset(folder, { exclude: ['loader.js', 'manifest.json'] })], FOREVER);
    this.acknowledgeDeployer();
  }
}

/** Uploaded before the loader that names the files is deployed. */
export class WidgetStack extends StageStack {
  readonly bucket: Bucket;

  constructor(scope: Construct, stage: Stage, folder: string) {
    super(scope, stage, 'widget', "the widget's files", EDGE_REGION);
    this.bucket = new WidgetFiles(this, 'Files', stage, folder).bucket;
    const { bucketName, bucketArn, bucketRegionalDomainName } = this.bucket;
    this.keepExports(bucketName, bucketArn, bucketRegionalDomainName);
  }
}
