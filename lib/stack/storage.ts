import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { tables } from '../../functions/kit/table/keys.ts';
import { acknowledge } from './stage-stack.ts';
import type { Stage } from './stages.ts';

const ttl = { timeToLiveAttribute: 'ttl' };
const keys = {
  partitionKey: { name: 'pk', type: AttributeType.STRING },
  sortKey: { name: 'sk', type: AttributeType.STRING },
};
const typeOf = { S: AttributeType.STRING, N: AttributeType.NUMBER } as const;

/** No restore needs the scratch table; functions/kit/table/keys.ts has the layout. */
export class Tables extends Construct {
  readonly main: Table;
  readonly scratch: Table;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);

    this.main = new Table(this, 'Main', {
      ...keys,
      ...ttl,
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.isProtected === true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    for (const [indexName, { partition, sort, project }] of Object.entries(tables.main.indexes)) {
      this.main.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: partition.name, type: typeOf[partition.type] },
        sortKey: { name: sort.name, type: typeOf[sort.type] },
        ...(project.length > 0
          ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...project] }
          : { projectionType: ProjectionType.KEYS_ONLY }),
      });
    }

    this.scratch = new Table(this, 'Scratch', {
      ...keys,
      ...ttl,
      billingMode: BillingMode.PAY_PER_REQUEST,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(
      this.scratch,
      'DDB3',
      'Rate windows, Idempotency-Keys and counters live for a day at most; nobody would restore them.',
    );
  }
}

/** `incoming/` takes presigned uploads, `kept/` holds verified files, `exports/` archives for a day, `inbound/` mails until
 * they are read. */
export class EvidenceBucket extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      lifecycleRules: [
        { id: 'incoming', prefix: 'incoming/', expiration: Duration.days(1) },
        { id: 'inbound', prefix: 'inbound/', expiration: Duration.days(1) },
        { id: 'exports', prefix: 'exports/', expiration: Duration.days(1) },
        { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      // The widget uploads from any site, limited by the presigned URL; the dashboard is redirected here for exports.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT, HttpMethods.GET],
          allowedOrigins: ['*'],
          allowedHeaders: ['content-type', 'x-svc-workspace'],
          maxAge: 3600,
        },
      ],
    });
    acknowledge(
      this,
      'S1',
      'Server access logs would hold the signatures of presigned URLs; every attach and delete leaves an audit entry.',
    );
  }
}
