import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { areas } from '../../functions/areas.ts';
import type { Row } from '../../functions/kit/contract/contract.ts';
import { SAFE_HEADERS } from '../../functions/kit/http/respond.ts';
import { DASHBOARD_FOLDER, DASHBOARD_PAGES } from '../../lib/build/dashboard-build.ts';
import { DEMO_PAGES, GUIDES, inlineScripts, OPEN_PAGES, SHARED_PAGES } from '../../lib/build/public-pages.ts';
import { list, type Resources, type Synthesised, text, type Value } from './synthesised.ts';

type Each = (check: (one: Synthesised) => void) => () => void;

const front = (edge: Resources): Value =>
  edge.of('AWS::CloudFront::Distribution')[0]?.properties.DistributionConfig ?? {};

const behaviors = (edge: Resources) => {
  const { CacheBehaviors, DefaultCacheBehavior = {} } = front(edge);
  return new Map<string, Value>([
    ...list(CacheBehaviors).map((one): [string, Value] => [text(one.PathPattern), one]),
    ['*', DefaultCacheBehavior],
  ]);
};

const behavior = (edge: Resources, path: string): Value => behaviors(edge).get(path) ?? {};

const deployments = (edge: Resources) => edge.of('Custom::CDKBucketDeployment').map(({ properties }) => properties);

const originOf = (edge: Resources, path: string): Value => {
  const target = text(behavior(edge, path).TargetOriginId);
  return list(front(edge).Origins).find(({ Id }) => text(Id) === target) ?? {};
};

/** The policy's source for the one inline script, which all pages share. */
const earlyScript = (): string => {
  const pages = DASHBOARD_PAGES.map((name) => readFileSync(join(DASHBOARD_FOLDER, name), 'utf8'));
  const scripts = new Set(pages.flatMap(inlineScripts));
  expect(scripts.size).toBe(1);
  return [...scripts].join();
};

export const edgeRules = (each: Each): void => {
  describe('CloudFront', () => {
    test(
      'sends /mcp to the function URL, but leaves /mcp.json to the API',
      each(({ edge }) => {
        expect([...behaviors(edge).keys()]).toEqual([
          '/mcp',
          '/mcp/*',
          '/dashboard',
          '/dashboard/*',
          '/',
          '/try',
          '/showcase',
          '/showcase/*',
          '/docs',
          '/reviews/sample',
          ...GUIDES.map((name) => `/docs/${name}`),
          '/demo',
          '/demo/demo.css',
          '/demo/demo.js',
          '/demo/demo.svg',
          '/reviews/shared/*',
          '/w/*',
          '/widget/*',
          '*',
        ]);
        expect(JSON.stringify(originOf(edge, '/mcp').DomainName)).toContain('FunctionUrl');
        expect(originOf(edge, '/mcp/*')).toEqual(originOf(edge, '/mcp'));
        expect(JSON.stringify(originOf(edge, '*').DomainName)).toContain('.execute-api.');
      }),
    );

    test(
      'writes the viewer’s address on all paths to our code, and restores the challenge if they take a credential',
      each(({ edge }) => {
        for (const path of ['/mcp', '/mcp/*', '/w/*', '*']) {
          const { FunctionAssociations, LambdaFunctionAssociations } = behavior(edge, path);
          expect(list(FunctionAssociations).map(({ EventType }) => EventType)).toEqual(['viewer-request']);
          const restored = path === '/w/*' ? [] : ['origin-response'];
          expect(list(LambdaFunctionAssociations).map(({ EventType }) => EventType)).toEqual(restored);
        }
        const rows = areas.flatMap((area) => Object.values<Row>(area.rows));
        expect(rows.filter(({ path, by }) => path.startsWith('/w/') && by.length > 0)).toEqual([]);
      }),
    );

    test(
      'caches the loader as long as its response allows, for five minutes at most and for all visitors',
      each(({ edge }) => {
        expect(originOf(edge, '/w/*')).toEqual(originOf(edge, '*'));
        const policy = edge.named(behavior(edge, '/w/*').CachePolicyId).properties.CachePolicyConfig;
        expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 300 });
        expect(policy?.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
          HeadersConfig: { HeaderBehavior: 'none' },
          CookiesConfig: { CookieBehavior: 'none' },
          QueryStringsConfig: { QueryStringBehavior: 'none' },
        });
      }),
    );

    test(
      'caches no other response, and no error',
      each(({ edge }) => {
        const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
        for (const path of ['/mcp', '/mcp/*', '*']) expect(behavior(edge, path).CachePolicyId).toBe(cachingDisabled);
        const kept = list(front(edge).CustomErrorResponses).map(({ ErrorCode, ErrorCachingMinTTL }) => [
          ErrorCode,
          ErrorCachingMinTTL,
        ]);
        for (const status of [400, 403, 404, 405, 414, 500, 501, 502, 503, 504])
          expect(kept).toContainEqual([status, 0]);
      }),
    );

    test(
      'requires TLS 1.2 or later on both sides, under the stage’s own name',
      each(({ stage, edge }) => {
        expect(front(edge).Aliases).toEqual([new URL(stage.baseUrl).hostname]);
        expect(front(edge).ViewerCertificate?.MinimumProtocolVersion).toBe('TLSv1.2_2021');
        for (const path of ['/mcp', '*']) {
          expect(originOf(edge, path).CustomOriginConfig).toMatchObject({
            OriginProtocolPolicy: 'https-only',
            OriginSSLProtocols: ['TLSv1.2'],
          });
        }
      }),
    );

    test(
      'serves the widget’s files to any page',
      each(({ edge }) => {
        const policy = edge.named(behavior(edge, '/widget/*').ResponseHeadersPolicyId);
        expect(policy.properties.ResponseHeadersPolicyConfig?.CorsConfig).toMatchObject({
          AccessControlAllowOrigins: { Items: ['*'] },
          AccessControlAllowCredentials: false,
        });
        const deployment = deployments(edge).find(
          ({ DestinationBucketKeyPrefix: prefix }) => text(prefix) === 'widget',
        );
        expect(deployment).toMatchObject({ Prune: false });
        expect(JSON.stringify(deployment?.SystemMetadata)).toContain('immutable');
      }),
    );

    test(
      'serves every path of the dashboard with its page, under a policy without any unsafe- source',
      each(({ stage, edge }) => {
        for (const path of ['/dashboard', '/dashboard/*']) {
          const { FunctionAssociations, ResponseHeadersPolicyId } = behavior(edge, path);
          const [association] = list(FunctionAssociations);
          expect(edge.named(association?.FunctionARN).properties.FunctionCode).toContain('/dashboard/index.html');
          const config = edge.named(ResponseHeadersPolicyId).properties.ResponseHeadersPolicyConfig;
          const policy = JSON.stringify(config?.SecurityHeadersConfig?.ContentSecurityPolicy);
          expect(policy).not.toContain('unsafe');
          for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
            expect(policy).toContain(part);
          }
          expect(policy).toContain(`script-src 'self' ${earlyScript()};`);
          expect(policy).toContain(`https://${stage.signInPrefix}.auth.${stage.region}.amazoncognito.com`);
          expect(config?.SecurityHeadersConfig?.FrameOptions).toMatchObject({ FrameOption: 'DENY' });
        }
      }),
    );

    test(
      'serves public pages from the same bucket, whose only third party is the captcha of a stage that has one',
      each(({ stage, edge }) => {
        for (const path of [...OPEN_PAGES, ...DEMO_PAGES, ...SHARED_PAGES]) {
          expect(originOf(edge, path)).toEqual(originOf(edge, '/dashboard'));
          const { AllowedMethods, FunctionAssociations, ResponseHeadersPolicyId } = behavior(edge, path);
          expect(AllowedMethods).toEqual(['GET', 'HEAD']);
          const [association] = list(FunctionAssociations);
          expect(edge.named(association?.FunctionARN).properties.FunctionCode).toContain('/dashboard/public.html');
          const config = edge.named(ResponseHeadersPolicyId).properties.ResponseHeadersPolicyConfig;
          const policy = JSON.stringify(config?.SecurityHeadersConfig?.ContentSecurityPolicy);
          expect(policy).not.toMatch(/unsafe|amazoncognito/);
          expect(policy).toContain(`script-src 'self' ${earlyScript()}`);
          for (const part of [
            "default-src 'none'",
            "connect-src 'self' https://",
            "frame-ancestors 'none'",
            "base-uri 'none'",
          ]) {
            expect(policy).toContain(part);
          }
          expect(policy.includes('https://challenges.cloudflare.com')).toBe(stage.captcha !== undefined);
          expect(config?.SecurityHeadersConfig?.ReferrerPolicy).toMatchObject({ ReferrerPolicy: 'no-referrer' });
          const custom = list(config?.CustomHeadersConfig?.Items).map(({ Header, Value }) => [Header, Value]);
          expect(custom.some(([name]) => text(name) === 'x-robots-tag')).toBe(path === '/reviews/shared/*');
        }
      }),
    );

    test(
      'caches the dashboard’s files forever, and the pages and its configuration never',
      each(({ edge }) => {
        const own = deployments(edge).filter(({ DestinationBucketKeyPrefix: prefix }) => text(prefix) === 'dashboard');
        const kept = own.map(({ SystemMetadata }) => JSON.stringify(SystemMetadata));
        expect(kept).toEqual([
          expect.stringMatching(/immutable.*"content-encoding":"br"|"content-encoding":"br".*immutable/),
          expect.stringMatching(/^(?!.*content-encoding).*immutable/),
          expect.stringMatching(/^(?!.*content-encoding).*no-cache/),
        ]);
      }),
    );

    test(
      'logs neither address, path, query, cookie nor referrer',
      each(({ edge }) => {
        const [delivery] = edge.of('AWS::Logs::Delivery');
        expect(delivery?.properties.RecordFields).toContain('sc-status');
        for (const field of list(delivery?.properties.RecordFields)) {
          expect(field).not.toMatch(/uri|query|cookie|referer|c-ip|forwarded-for/i);
        }
      }),
    );

    test(
      'has a separate edge function without logs',
      each(({ edge }) => {
        const version = edge.named(behavior(edge, '*').LambdaFunctionAssociations?.[0]?.LambdaFunctionARN);
        const lambda = edge.named(version.properties.FunctionName);
        expect(lambda.properties).toMatchObject({ Runtime: 'nodejs24.x', MemorySize: 128 });
        expect(lambda.properties.Environment).toBeUndefined();
        const role = edge.named(lambda.properties.Role);
        expect(JSON.stringify(role.properties)).toContain('edgelambda.amazonaws.com');
        expect(role.properties.ManagedPolicyArns).toBeUndefined();
      }),
    );
  });

  describe('WAF', () => {
    const acl = (edge: Resources) => edge.of('AWS::WAFv2::WebACL')[0]!.properties;

    test(
      'has one rule: requests per address',
      each(({ stage, edge }) => {
        expect(edge.named(front(edge).WebACLId).type).toBe('AWS::WAFv2::WebACL');
        expect(acl(edge)).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
        expect(list(acl(edge).Rules).map(({ Statement }) => Statement)).toEqual([
          { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: stage.requestsPerAddress } },
        ]);
      }),
    );

    test(
      'rejects with the API’s own message',
      each(({ edge }) => {
        const CustomResponse = acl(edge).Rules?.[0]?.Action?.Block?.CustomResponse;
        expect(CustomResponse?.ResponseCode).toBe(429);
        const headers = list(CustomResponse?.ResponseHeaders).map(({ Name, Value }) => [text(Name), text(Value)]);
        expect(Object.fromEntries(headers)).toMatchObject(SAFE_HEADERS);
        const body = acl(edge).CustomResponseBodies?.[text(CustomResponse?.CustomResponseBodyKey)];
        expect(body?.ContentType).toBe('APPLICATION_JSON');
        expect(JSON.parse(text(body?.Content))).toEqual({
          detail: expect.any(String),
          code: 'rate_limited',
          reason: 'rate_limited',
        });
      }),
    );

    test(
      'records no path: logs are redacted and sampling is off',
      each(({ edge }) => {
        const [logging] = edge.of('AWS::WAFv2::LoggingConfiguration');
        expect(logging?.properties.RedactedFields).toEqual(
          expect.arrayContaining([{ UriPath: {} }, { QueryString: {} }, { SingleHeader: { Name: 'authorization' } }]),
        );
        expect(acl(edge).VisibilityConfig?.SampledRequestsEnabled).toBe(false);
        expect(acl(edge).Rules?.[0]?.VisibilityConfig?.SampledRequestsEnabled).toBe(false);
      }),
    );
  });

  describe('sign-in', () => {
    test(
      'uses a code with PKCE for a client without a secret, and only redirects to our own address',
      each(({ stage, region }) => {
        const [client] = region.of('AWS::Cognito::UserPoolClient');
        expect(client?.properties).toMatchObject({
          GenerateSecret: false,
          AllowedOAuthFlows: ['code'],
          CallbackURLs: [`${stage.baseUrl}/dashboard/`],
          PreventUserExistenceErrors: 'ENABLED',
        });
        expect(region.of('AWS::Cognito::UserPoolGroup').map(({ properties }) => properties.GroupName)).toEqual([
          'admins',
        ]);
        const [pool] = region.of('AWS::Cognito::UserPool');
        expect(pool?.properties.DeletionProtection).toBe(stage.isProtected ? 'ACTIVE' : 'INACTIVE');
      }),
    );
  });

  describe('a sign-in code', () => {
    test(
      'is emailed through SES as the stage’s sender if the stage enables it, otherwise by Cognito',
      each(({ stage, region }) => {
        const { EmailConfiguration } = region.of('AWS::Cognito::UserPool')[0]!.properties;
        if (!stage.signInMailBySes) return expect(EmailConfiguration).toBeUndefined();
        expect(EmailConfiguration).toMatchObject({ EmailSendingAccount: 'DEVELOPER', From: stage.mail.from });
        expect(JSON.stringify(EmailConfiguration?.SourceArn)).toContain(`:identity/${stage.mail.domain}"`);
      }),
    );
  });

  describe('email', () => {
    test(
      'reports bounces and complaints to us',
      each(({ region }) => {
        const [destination] = region.of('AWS::SES::ConfigurationSetEventDestination');
        expect(destination?.properties.EventDestination?.MatchingEventTypes).toEqual(['bounce', 'complaint']);
        const listening = region
          .of('AWS::SNS::Subscription')
          .filter(({ properties }) => text(properties.Protocol) === 'lambda')
          .map(({ properties }) => text(region.named(properties.Endpoint).properties.Description).split('/').at(-1));
        expect(listening).toContain('record-feedback.ts');
      }),
    );

    test(
      'is suppressed by our hashes alone: SES adds no readable address to the account’s list',
      each(({ region }) => {
        const [sending] = region.of('AWS::SES::ConfigurationSet');
        expect(sending?.properties.SuppressionOptions).toEqual({ SuppressedReasons: [] });
      }),
    );

    test(
      'email to the stage’s subdomain for replies is kept in the bucket and reported to us; a stage without one receives none',
      each(({ region, stage }) => {
        const rules = region.of('AWS::SES::ReceiptRule').map(({ properties }) => properties);
        const { replies } = stage.mail;
        if (!replies) return expect(rules).toEqual([]);
        expect(rules).toEqual([
          {
            RuleSetName: replies.ruleSet,
            Rule: {
              Enabled: true,
              ScanEnabled: true,
              Recipients: [replies.domain],
              Actions: [
                {
                  S3Action: {
                    BucketName: expect.anything(),
                    ObjectKeyPrefix: 'inbound/',
                    TopicArn: expect.anything(),
                  },
                },
              ],
            },
          },
        ]);
        const topic = region.named(rules[0]?.Rule?.Actions?.[0]?.S3Action?.TopicArn);
        const policies = region
          .of('AWS::SNS::TopicPolicy')
          .filter(({ properties }) => list(properties.Topics).some((one) => region.named(one) === topic));
        expect(JSON.stringify(policies)).toContain('aws:SourceAccount');
      }),
    );
  });
};
