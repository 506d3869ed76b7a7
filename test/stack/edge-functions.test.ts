import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import type { CloudFrontHeaders, CloudFrontResponseEvent } from 'aws-lambda';
import { handler as copyChallenge } from '../../functions/edge/copy-challenge.ts';
import { documentOf } from '../../lib/public-pages.ts';

const clientIp = (request: object, ip: string): { headers: Record<string, { value: string }> } => {
  const code = readFileSync(join(import.meta.dirname, '../../functions/edge/client-ip.js'), 'utf8');
  return runInNewContext(`${code}; handler(event)`, { event: { request, viewer: { ip } } });
};

describe('the viewer’s address', () => {
  test('replaces whatever the viewer sent', () => {
    const forged = { headers: { 'x-client-ip': { value: '10.0.0.1' }, host: { value: 'sidenote.example' } } };
    expect(clientIp(forged, '203.0.113.7').headers).toEqual({
      'x-client-ip': { value: '203.0.113.7' },
      host: { value: 'sidenote.example' },
    });
  });
});

describe('the path of a page', () => {
  const uriOf = (uri: string) => {
    const code = readFileSync(join(import.meta.dirname, '../../functions/edge/dashboard-page.js'), 'utf8');
    return (runInNewContext(`${code}; handler(event)`, { event: { request: { uri } } }) as { uri: string }).uri;
  };

  test.each(['/dashboard', '/dashboard/', '/dashboard/sites/01ABC', '/dashboard/inbox', '/dashboard/../x.js'])(
    '%s is the dashboard’s page',
    (path) => expect(uriOf(path)).toBe('/dashboard/index.html'),
  );

  test.each(['/', '/try', '/showcase', '/showcase/lamps-01abcd', '/showcases', '/reviews/shared/abc', '/dashboards'])(
    '%s is the page for people without an account',
    (path) => expect(uriOf(path)).toBe(`/dashboard/${documentOf(path)}`),
  );

  test.each(['/dashboard/assets/index-abc.js', '/dashboard/config.json'])('%s is a file', (path) =>
    expect(uriOf(path)).toBe(path),
  );
});

describe('the challenge of a 401', () => {
  const CHALLENGE = 'Bearer error="invalid_token", error_description="revoked"';

  const answered = async (headers: CloudFrontHeaders) => {
    const response = { status: '401', statusDescription: 'Unauthorized', headers };
    const event = { Records: [{ cf: { response } }] } as unknown as CloudFrontResponseEvent;
    return (await copyChallenge(event))?.headers;
  };

  test('is copied back from the header of our own', async () => {
    expect(await answered({ 'x-challenge': [{ key: 'X-Challenge', value: CHALLENGE }] })).toEqual({
      'www-authenticate': [{ key: 'WWW-Authenticate', value: CHALLENGE }],
    });
  });

  test('is copied back from the name that API Gateway gave it', async () => {
    const renamed = [{ key: 'x-amzn-Remapped-www-authenticate', value: CHALLENGE }];
    const headers = await answered({ 'x-amzn-remapped-www-authenticate': renamed });
    expect(headers?.['www-authenticate']).toEqual([{ key: 'WWW-Authenticate', value: CHALLENGE }]);
  });

  test('stays as it is where nobody renamed it, and appears nowhere else', async () => {
    const kept = { 'www-authenticate': [{ key: 'WWW-Authenticate', value: 'Bearer' }] };
    expect(await answered({ ...kept })).toEqual(kept);
    expect(await answered({})).toEqual({});
  });
});
