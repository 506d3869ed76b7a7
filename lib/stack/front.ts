import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  LambdaEdgeEventType,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime, type Version } from 'aws-cdk-lib/aws-lambda';
import { AaaaRecord, ARecord, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { bundled, EDGE_ENTRY, writeBundle } from '../build/bundling.ts';
import { OPEN_PAGES, SHARED_PAGES } from '../build/public-pages.ts';
import { acknowledge } from './acknowledge.ts';
import { asBucket, asVersion } from './cdk-types.ts';
import { PAGE_ISOLATION, UNLISTED } from './dashboard-headers.ts';
import { zoneOf } from './dns.ts';
import { sentOriginSecret } from './server-secrets.ts';
import type { Stage } from './stages.ts';

/**
 * Statuses that CloudFront would cache for ten seconds by default for all callers: one caller's error is not the next
 * one's.
 */
const KEPT_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

interface FrontProps {
  apiHost: string;
  mcpHost: string;
  widgetFiles: Bucket;
  dashboardFiles: Bucket;
  /** Content security policies of the dashboard and of the public pages. */
  dashboardPolicy: string;
  publicPolicy: string;
  webAclArn: string;
}

/**
 * CloudFront: `/mcp` goes to the function URL, the widget's files and all pages to their buckets, everything else to
 * the HTTP API.
 */
export class Front extends Construct {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, stage: Stage, props: FrontProps) {
    super(scope, id);
    const { apiHost, mcpHost, dashboardFiles, dashboardPolicy, publicPolicy, webAclArn } = props;
    // Imported by attributes: otherwise CDK would write the distribution into the policy of a bucket that deploys
    // earlier.
    const widgetFiles = Bucket.fromBucketAttributes(this, 'WidgetBucket', {
      bucketName: props.widgetFiles.bucketName,
      bucketRegionalDomainName: props.widgetFiles.bucketRegionalDomainName,
    });
    const passedOn: Omit<BehaviorOptions, 'origin'> = {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      compress: false,
      functionAssociations: [{ function: this.#viewerRequest(), eventType: FunctionEventType.VIEWER_REQUEST }],
      edgeLambdas: [
        { functionVersion: asVersion(this.#originResponse(stage)), eventType: LambdaEdgeEventType.ORIGIN_RESPONSE },
      ],
    };
    const ours = (host: string) =>
      new HttpOrigin(host, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(30),
        keepaliveTimeout: Duration.seconds(60),
        customHeaders: { 'x-origin-secret': sentOriginSecret(stage) },
      });
    const zone = zoneOf(this, stage);
    const mcp = { ...passedOn, origin: ours(mcpHost) };
    const api = { ...passedOn, origin: ours(apiHost) };
    const pages: Omit<BehaviorOptions, 'responseHeadersPolicy'> = {
      origin: S3BucketOrigin.withOriginAccessControl(asBucket(dashboardFiles)),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: this.#dashboardPage(), eventType: FunctionEventType.VIEWER_REQUEST }],
      compress: true,
    };
    const withHeaders = (id: string, policy: string, more?: Readonly<Record<string, string>>): BehaviorOptions => ({
      ...pages,
      responseHeadersPolicy: this.#pageHeaders(id, policy, more),
    });
    const dashboard = withHeaders('DashboardHeaders', dashboardPolicy);
    const open = withHeaders('OpenPageHeaders', publicPolicy);
    const shared = withHeaders('SharedPageHeaders', publicPolicy, UNLISTED);

    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Sidenote ${stage.name}`,
      ...this.#address(stage, zone),
      webAclId: webAclArn,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultBehavior: api,
      additionalBehaviors: {
        // Not `/mcp*`, which would match /mcp.json, which the API serves.
        '/mcp': mcp,
        '/mcp/*': mcp,
        '/dashboard': dashboard,
        '/dashboard/*': dashboard,
        ...Object.fromEntries(OPEN_PAGES.map((path) => [path, open])),
        ...Object.fromEntries(SHARED_PAGES.map((path) => [path, shared])),
        '/w/*': { ...api, cachePolicy: this.#briefly() },
        '/widget/*': {
          origin: S3BucketOrigin.withOriginAccessControl(widgetFiles),
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          responseHeadersPolicy: this.#publicFiles(),
          compress: true,
        },
      },
      errorResponses: KEPT_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    if (zone) this.#record(stage, zone);

    Validations.of(this).acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
      reason: 'lib/stack/widget-files.ts lets every distribution of the account read the widget.',
    });
    acknowledge(this.distribution, 'CFR1', 'Visitors of any country may leave a note.');
    acknowledge(
      this.distribution,
      'CFR3',
      'Logged by the newer delivery (front-logs.ts), which leaves out URI and query.',
    );
  }

  #viewerRequest(): CloudFrontFunction {
    const file = join(import.meta.dirname, '../../functions/edge/viewer-request.js');
    return new CloudFrontFunction(this, 'ClientIp', {
      comment: 'Refuses bodies that are too large and overwrites x-client-ip with the address of the viewer',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(readFileSync(file, 'utf8')),
    });
  }

  #dashboardPage(): CloudFrontFunction {
    const file = join(import.meta.dirname, '../../functions/edge/dashboard-page.js');
    return new CloudFrontFunction(this, 'DashboardPage', {
      comment: 'Answers every path of the dashboard, and those without an account, with their page',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(readFileSync(file, 'utf8')),
    });
  }

  #pageHeaders(id: string, policy: string, more: Readonly<Record<string, string>> = {}): ResponseHeadersPolicy {
    const always = { override: true };
    const custom = { ...PAGE_ISOLATION, ...more };
    return new ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: policy, ...always },
        contentTypeOptions: always,
        frameOptions: { frameOption: HeadersFrameOption.DENY, ...always },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, ...always },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, ...always },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(custom).map(([header, value]) => ({ header, value, ...always })),
      },
    });
  }

  /** Must not write logs: Lambda@Edge would leave a log group without retention in every region it ran in. */
  #originResponse(stage: Stage): Version {
    const role = new Role(this, 'CopyChallengeRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const lambda = new LambdaFunction(this, 'CopyChallenge', {
      description: `Sidenote ${stage.name}: ${EDGE_ENTRY}`,
      code: Code.fromAsset(writeBundle(bundled(EDGE_ENTRY))),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      memorySize: 128,
      timeout: Duration.seconds(3),
      role,
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    // CloudFront deletes its replicas hours after the distribution: until then no rollback could delete the function.
    lambda.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return lambda.currentVersion;
  }

  /**
   * Respects the response's cache headers, for a minute at most. The path alone is the key: the loader is the same for
   * all visitors.
   */
  #briefly(): CachePolicy {
    return new CachePolicy(this, 'Briefly', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.minutes(1),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }

  #publicFiles(): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'PublicFiles', {
      corsBehavior: {
        accessControlAllowCredentials: false,
        accessControlAllowHeaders: ['*'],
        accessControlAllowMethods: ['GET', 'HEAD'],
        accessControlAllowOrigins: ['*'],
        originOverride: true,
      },
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [{ header: 'cross-origin-resource-policy', value: 'cross-origin', override: true }],
      },
    });
  }

  #address(stage: Stage, zone: IHostedZone | undefined) {
    const domainName = new URL(stage.baseUrl).hostname;
    const certificate = new Certificate(this, 'Certificate', {
      domainName,
      validation: CertificateValidation.fromDns(zone),
    });
    return {
      domainNames: [domainName],
      certificate,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  #record(stage: Stage, zone: IHostedZone): void {
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution));
    const recordName = `${new URL(stage.baseUrl).hostname}.`;
    new ARecord(this, 'A', { zone, recordName, target });
    new AaaaRecord(this, 'Aaaa', { zone, recordName, target });
  }
}
