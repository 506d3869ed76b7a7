import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DASHBOARD_FOLDER } from '../../lib/build/dashboard-build.ts';
import { inlineScripts } from '../../lib/build/public-pages.ts';
import { dashboardPolicy, publicPolicy } from '../../lib/stack/dashboard-headers.ts';
import type { DashboardConfig } from '../../web/dashboard/session/config.ts';
import { call, newWorkspace, stage } from '../driver.ts';

/** Of the style sheet that React Aria writes on iOS, as it is in the installed version. */
const hashOfOverscroll = async () => {
  const file = join(import.meta.dirname, '../../node_modules/react-aria/dist/private/overlays/usePreventScroll.mjs');
  const [, text = ''] = /textContent = `([^`]+)`\.trim\(\)/.exec(await readFile(file, 'utf8')) ?? [];
  return `'sha256-${createHash('sha256').update(text.trim()).digest('base64')}'`;
};

const HAS_STYLES_OR_HANDLERS = /<style|\sstyle=|\son\w+="/;

/** The one inline script as a source of the policy. */
const inlineScript = async (answer: Response) => {
  const found = inlineScripts(await answer.text());
  expect(found).toHaveLength(1);
  return found[0];
};

const get = (path: string) => fetch(`${stage().base_url}${path}`, { redirect: 'manual' });

beforeAll(async () => {
  // The first request builds what is not built yet.
  await (await get('/dashboard')).text();
}, 60_000);

describe('the dashboard’s page', () => {
  test.each(['/dashboard', '/dashboard/', '/dashboard/inbox?site=x', '/dashboard/sites/01ABC'])(
    'answers %s',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('<div id="root">');
    },
  );

  test('has a CSP without data: scripts and framing, whose only inline script is its own early one', async () => {
    const answer = await get('/dashboard/');
    const { headers } = answer;
    const policy = headers.get('content-security-policy') ?? '';
    const parts = new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(parts.get('default-src')).toEqual(["'none'"]);
    expect(parts.get('script-src')).toEqual(["'self'", await inlineScript(answer)]);
    expect(parts.get('style-src')).toEqual(["'self'", await hashOfOverscroll()]);
    expect(parts.get('frame-ancestors')).toEqual(["'none'"]);
    expect(parts.get('base-uri')).toEqual(["'none'"]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=63072000/);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('contains no inline style or handler', async () => {
    expect(await (await get('/dashboard/')).text()).not.toMatch(HAS_STYLES_OR_HANDLERS);
  });
});

describe('the page for people without an account', () => {
  test('shows the brand before its script has loaded', async () => {
    expect(await (await get('/')).text()).toMatch(/<div id="root">\s*<div class="public">.*Sidenote<\/a>/s);
  });

  test.each([
    ['/', 'Sidenote', 'Sidenote: notes in the margin of your site', 'Visitors pin notes'],
    ['/try', 'Try a review · Sidenote', 'Try a review', 'Get one persona’s review'],
    ['/showcase/lamps-01abcd', 'Showcase · Sidenote', 'Showcase', 'Public reviews shared'],
    ['/docs', 'Documentation · Sidenote', 'Documentation', 'Install the widget'],
    ['/docs/agents', 'Agents · Sidenote', 'Agents', 'Let a coding agent read notes'],
    ['/docs/self-hosting', 'Self-hosting · Sidenote', 'Self-hosting', 'Run Sidenote on your machine'],
    ['/reviews/sample', 'Sample review · Sidenote', 'Sample review', 'A finished review'],
    ['/reviews/shared/abc', 'Shared with you · Sidenote', 'Shared with you', 'A review shared with you'],
  ])(
    'gives link previews of %s a title and a description without JavaScript',
    async (path, title, shown, description) => {
      const html = await (await get(path)).text();
      expect(html).toContain(`<title>${title}</title>`);
      expect(html).toContain(`property="og:title" content="${shown}"`);
      for (const name of ['name="description"', 'property="og:description"'])
        expect(html).toContain(`${name} content="${description}`);
      const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
      expect(picture).toMatch(new RegExp(`^${stage().base_url}/dashboard/assets/social-[\\w-]+\\.png$`));
      const answer = await fetch(picture);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    },
  );

  test.each([
    '/',
    '/try',
    '/showcase',
    '/showcase/lamps-01abcd',
    '/docs',
    '/docs/api',
    '/reviews/sample',
    '/reviews/shared/abc',
  ])('answers %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await answer.text();
    expect(html).toContain('<noscript>');
    expect(html).not.toMatch(/config\.json/);
    expect(html).not.toMatch(HAS_STYLES_OR_HANDLERS);
    expect(answer.headers.get('content-security-policy')).toContain(`script-src 'self' ${inlineScripts(html)};`);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toBe(path.startsWith('/reviews/shared/') ? 'noindex, nofollow' : null);
  });

  test.each(['/try/', '/docs/', '/docs/nope', '/docs/api/x', '/showcases', '/reviews/shared', '/reviews/01ABC', '//'])(
    'leaves %s to the API',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );

  test('answers GET only: other methods go to the API', async () => {
    const answer = await fetch(`${stage().base_url}/showcase`, { method: 'POST' });
    expect(answer.status).toBe(404);
  });

  test('connects to its own origin and the files only, and to the captcha only if the stage has one', async () => {
    const answer = await get('/');
    const { headers } = answer;
    const script = await inlineScript(answer);
    const origins = { bucket: 'https://files.example', scripts: [script ?? ''], hasCaptcha: false };
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/unsafe|\*|cloudflare|frame-src/);
    expect(policy.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, origins.bucket)).toBe(publicPolicy(origins));
    const open = publicPolicy({ ...origins, hasCaptcha: true });
    expect(open).toContain(`script-src 'self' ${script} https://challenges.cloudflare.com;`);
    expect(open).toContain('frame-src https://challenges.cloudflare.com');
    expect(open).toContain("connect-src 'self' https://files.example;");
    expect(dashboardPolicy({ ...origins, signIn: 'https://sign-in.example' })).not.toContain('cloudflare');
  });
});

describe('the dashboard’s files', () => {
  test('are cached forever under content hashes', async () => {
    const html = await (await get('/dashboard/')).text();
    const [, script = ''] = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    const answer = await get(script);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(answer.headers.get('content-type')).toContain('javascript');
  });

  test.each(['br', 'gzip', 'identity'])('are the same for a client that takes %s', async (coding) => {
    const [, script = ''] = /src="([^"]+\.js)"/.exec(await (await get('/dashboard/')).text()) ?? [];
    const [, entry = ''] = /import\("([^"]+\.js)"\)/.exec(await (await get(script)).text()) ?? [];
    const answer = await fetch(`${stage().base_url}${entry}`, { headers: { 'accept-encoding': coding } });
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(coding);
    expect(await answer.text()).toBe(await readFile(join(DASHBOARD_FOLDER, entry.replace('/dashboard/', '')), 'utf8'));
  });

  test.each(['/dashboard/assets/absent-123.js', '/dashboard/assets/manifest.json'])('%s is absent', async (path) =>
    expect((await get(path)).status).toBe(404),
  );

  test.each(['/dashboard/assets/..%2findex.html', '/dashboard/assets/../../package.json', '/dashboard/assets/%00'])(
    '%s leads nowhere else',
    async (path) => expect(await (await get(path)).text()).not.toContain('"dependencies"'),
  );

  test('include a configuration with the sign-in provider and no secret', async () => {
    const answer = await get('/dashboard/config.json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys((await answer.json()) as object).sort()).toEqual([
      'authorization_endpoint',
      'bucket_origin',
      'client_id',
      'end_session_endpoint',
      'issuer',
      'loader_id',
      'providers',
      'token_endpoint',
    ]);
  });

  test('name the origin to which the widget uploads, for a site’s Content Security Policy', async () => {
    const ws = await newWorkspace();
    const { widget } = await ws.site();
    const { body } = await call('POST', '/api/widget/uploads', {
      as: widget,
      headers: { origin: 'https://shop.example.com' },
      body: { kind: 'screenshot', content_type: 'image/png', size: 1000 },
    });
    const { bucket_origin } = (await (await get('/dashboard/config.json')).json()) as DashboardConfig;
    expect(bucket_origin).toBe(new URL(body.url).origin);
  });
});
