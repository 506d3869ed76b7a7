import { STATUS_CODES } from 'node:http';
import type { CloudFrontHeaders, CloudFrontResponseEvent } from 'aws-lambda';

const ID = 'Xnf6ygZTpg4uDWhXkLKSnQWeQZt7vbgWtcjcFF5bRDMJpfUzpbUbhw==';
const DISTRIBUTION = { distributionDomainName: 'd111111abcdef8.cloudfront.net', distributionId: 'EDFDVBD6EXAMPLE' };

/** A viewer request in the form that CloudFront Functions documents (event version 1.0). */
export const viewerRequestEvent = (headers: Record<string, { value: string }>) => ({
  version: '1.0' as const,
  context: { ...DISTRIBUTION, eventType: 'viewer-request' as const, requestId: ID },
  viewer: { ip: '203.0.113.7' },
  request: { method: 'POST', uri: '/api/widget/annotations', querystring: {}, headers: { ...headers }, cookies: {} },
});

/** An origin response in the form that Lambda@Edge documents; the origin's body is not part of it. */
export const originResponseEvent = (status: number, headers: CloudFrontHeaders): CloudFrontResponseEvent => ({
  Records: [
    {
      cf: {
        config: { ...DISTRIBUTION, eventType: 'origin-response', requestId: ID },
        request: {
          clientIp: '203.0.113.178',
          method: 'GET',
          uri: '/api/v1/sites/%zz',
          querystring: '',
          headers: {
            'x-forwarded-for': [{ key: 'X-Forwarded-For', value: '203.0.113.178' }],
            'user-agent': [{ key: 'User-Agent', value: 'Amazon CloudFront' }],
            via: [{ key: 'Via', value: '2.0 8f22423015641505b8c857a37450d6c0.cloudfront.net (CloudFront)' }],
            host: [{ key: 'Host', value: 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com' }],
          },
          origin: {
            custom: {
              customHeaders: {},
              domainName: 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com',
              keepaliveTimeout: 60,
              path: '',
              port: 443,
              protocol: 'https',
              readTimeout: 30,
              sslProtocols: ['TLSv1.2'],
            },
          },
        },
        response: { status: String(status), statusDescription: STATUS_CODES[status] ?? '', headers },
      },
    },
  ],
});
