import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime, type Version } from 'aws-cdk-lib/aws-lambda';
import { AaaaRecord, ARecord, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { bundled, EDGE_ENTRY, writeBundle } from '../build/bundling.ts';
import { DEMO_PAGES, OPEN_PAGES, SHARED_PAGES } from '../build/public-pages.ts';
import { PAGE_ISOLATION, UNLISTED } from './dashboard-headers.ts';
import { sentOriginSecret } from './server-secrets.ts';
import { acknowledge, asBucket, asVersion, zoneOf } from './stage-stack.ts';
import type { Stage } from './stages.ts';

/** CloudFront would cache these for all callers for ten seconds. */
const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

interface FrontProps {
  apiHost: string;
  mcpHost: string;
  widgetFiles: Bucket;
  dashboardFiles: Bucket;
  dashboardPolicy: string;
  publicPolicy: string;
  webAclArn: string;
}

export class Front extends Construct {
  readonly distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, stage: Stage, props: FrontProps) {
    super(scope, id);
    const { apiHost, mcpHost, dashboardFiles, dashboardPolicy, publicPolicy, webAclArn } = props;
    // Imported by attributes: CDK would write the distribution into the policy of a bucket that deploys earlier.
    const widgetFiles = Bucket.fromBucketAttributes(this, 'WidgetBucket', {
      bucketName: props.widgetFiles.bucketName,
      bucketRegionalDomainName: props.widgetFiles.bucketRegionalDomainName,
    });
    const forwarded: Omit<cloudfront.BehaviorOptions, 'origin'> = {
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      compress: false,
      functionAssociations: [
        this.#function(
          'ClientIp',
          'viewer-request.js',
          'Refuses bodies that are too large and overwrites x-client-ip with the address of the viewer',
        ),
      ],
      edgeLambdas: [
        {
          functionVersion: asVersion(this.#originResponse(stage)),
          eventType: cloudfront.LambdaEdgeEventType.ORIGIN_RESPONSE,
        },
      ],
    };
    const originOf = (host: string) =>
      new HttpOrigin(host, {
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(30),
        keepaliveTimeout: Duration.seconds(60),
        customHeaders: { 'x-origin-secret': sentOriginSecret(stage) },
      });
    const zone = zoneOf(this, stage);
    const mcp = { ...forwarded, origin: originOf(mcpHost) };
    const api = { ...forwarded, origin: originOf(apiHost) };
    const pages: Omit<cloudfront.BehaviorOptions, 'responseHeadersPolicy'> = {
      origin: S3BucketOrigin.withOriginAccessControl(asBucket(dashboardFiles)),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [
        this.#function(
          'DashboardPage',
          'dashboard-page.js',
          'Answers every path of the dashboard, and those without an account, with their page',
        ),
      ],
      compress: true,
    };
    const withHeaders = (
      id: string,
      policy: string,
      more?: Readonly<Record<string, string>>,
    ): cloudfront.BehaviorOptions => ({
      ...pages,
      responseHeadersPolicy: this.#pageHeaders(id, policy, more),
    });
    const dashboard = withHeaders('DashboardHeaders', dashboardPolicy);
    const open = withHeaders('OpenPageHeaders', publicPolicy);
    const shared = withHeaders('SharedPageHeaders', publicPolicy, UNLISTED);

    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `Sidenote ${stage.name}`,
      ...this.#address(stage, zone),
      webAclId: webAclArn,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      defaultBehavior: api,
      additionalBehaviors: {
        // Not `/mcp*`, which would match /mcp.json, which the API serves.
        '/mcp': mcp,
        '/mcp/*': mcp,
        '/dashboard': dashboard,
        '/dashboard/*': dashboard,
        ...Object.fromEntries(OPEN_PAGES.map((path) => [path, open])),
        ...Object.fromEntries(DEMO_PAGES.map((path) => [path, open])),
        ...Object.fromEntries(SHARED_PAGES.map((path) => [path, shared])),
        '/w/*': {
          ...api,
          cachePolicy: this.#loaderCache(),
          responseHeadersPolicy: this.#loaderHeaders(),
          // No challenge to restore: these routes take no credential.
          edgeLambdas: [],
        },
        '/widget/*': {
          origin: S3BucketOrigin.withOriginAccessControl(widgetFiles),
          allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
          cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          responseHeadersPolicy: this.#publicFiles(),
          compress: true,
        },
      },
      errorResponses: UNCACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    if (zone) this.#record(stage, zone);

    Validations.of(this).acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
      reason: 'lib/stack/public-files.ts lets every distribution of the account read the widget.',
    });
    acknowledge(this.distribution, 'CFR1', 'Visitors of any country may leave a note.');
    acknowledge(
      this.distribution,
      'CFR3',
      'Logged by the newer delivery (edge-stack.ts), which leaves out URI and query.',
    );
  }

  #function(id: string, file: string, comment: string) {
    const code = readFileSync(join(import.meta.dirname, '../../functions/edge', file), 'utf8');
    const runtime = cloudfront.FunctionRuntime.JS_2_0;
    return {
      function: new cloudfront.Function(this, id, { comment, runtime, code: cloudfront.FunctionCode.fromInline(code) }),
      eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
    };
  }

  #pageHeaders(
    id: string,
    policy: string,
    more: Readonly<Record<string, string>> = {},
  ): cloudfront.ResponseHeadersPolicy {
    const always = { override: true };
    const custom = { ...PAGE_ISOLATION, ...more };
    return new cloudfront.ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: policy, ...always },
        contentTypeOptions: always,
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, ...always },
        referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.NO_REFERRER, ...always },
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
   * As long as the loader's response allows, 5 minutes at most. The loader is the same for all visitors, so only the path
   * is the key. Browsers subtract CloudFront's `Age`, so no copy is older than that anywhere.
   */
  #loaderCache(): cloudfront.CachePolicy {
    return new cloudfront.CachePolicy(this, 'Briefly', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.minutes(5),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }

  /** The gateway's own errors lack them. */
  #loaderHeaders(): cloudfront.ResponseHeadersPolicy {
    return new cloudfront.ResponseHeadersPolicy(this, 'LoaderHeaders', {
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      },
    });
  }

  #publicFiles(): cloudfront.ResponseHeadersPolicy {
    return new cloudfront.ResponseHeadersPolicy(this, 'PublicFiles', {
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
    const validation = CertificateValidation.fromDns(zone);
    return {
      domainNames: [domainName],
      certificate: new Certificate(this, 'Certificate', { domainName, validation }),
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  #record(stage: Stage, zone: IHostedZone): void {
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution));
    const recordName = `${new URL(stage.baseUrl).hostname}.`;
    new ARecord(this, 'A', { zone, recordName, target });
    new AaaaRecord(this, 'Aaaa', { zone, recordName, target });
  }
}
