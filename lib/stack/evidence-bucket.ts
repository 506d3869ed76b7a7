import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** Screenshots and evidence: `incoming/` takes presigned uploads, `kept/` holds what was verified, `exports/` archives for a day. */
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
        { id: 'exports', prefix: 'exports/', expiration: Duration.days(1) },
        { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      // The widget uploads from any site; the presigned URL limits what is allowed. The dashboard is redirected here
      // for a large export, and its header with the workspace comes along.
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
