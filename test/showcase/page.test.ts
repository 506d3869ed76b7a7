import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newWorkspace, type Workspace } from '../driver.ts';
import { seedPersona } from '../reviews/seed.ts';
import { decide, pageOf, report, showcased, withdraw } from './showcased.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const tag = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];

describe('the page of an approved entry', () => {
  test('tells link previews what it is', async () => {
    const { slug } = await showcased(ws, 'approved', { more: { title: 'Lamps & "light"' } });
    const { status, headers, text } = await pageOf(slug, HTML);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const url = /<link rel="canonical" href="([^"]*)">/.exec(text)?.[1];
    expect(url).toMatch(new RegExp(`^http.*/showcase/${slug}$`));
    expect(text).toContain('<title>Lamps &amp; &quot;light&quot; – Sidenote</title>');
    for (const kind of ['og', 'twitter']) {
      expect(tag(text, `${kind}:title`)).toBe('Lamps &amp; &quot;light&quot;');
      expect(tag(text, `${kind}:description`)).toBe('3.7 of 5 by 2 personas. It is clear.');
    }
    expect(tag(text, 'description')).toBe(tag(text, 'og:description'));
    expect([tag(text, 'og:url'), tag(text, 'og:type'), tag(text, 'og:site_name'), tag(text, 'twitter:card')]).toEqual([
      url,
      'article',
      'Sidenote',
      'summary',
    ]);
    expect(text).not.toContain('noindex');
  });

  test('says its score, that nothing is calibrated, that no AI answered, and every finding', async () => {
    const { slug } = await showcased(ws, 'approved', { personas: [seedPersona(undefined, ['Clarity', 'Trust'])] });
    const { text } = await pageOf(slug);
    for (const words of [
      '3.7 <small>of 5</small>',
      'Uncalibrated',
      'No rating of people stands behind these numbers',
      'Stated heuristics answered, not an AI',
      '<bdi>Reader</bdi>',
      'It is clear.',
      'Clarity: it says what it sells.',
      'Trust: it says what it sells.',
      'Say what a lamp costs.',
      'Our shop sells lamps.',
    ]) {
      expect(text).toContain(words);
    }
  });

  test('may use nothing but the style that it holds', async () => {
    const { slug } = await showcased(ws);
    const { headers, text } = await pageOf(slug);
    const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(text).not.toMatch(/<script|<img|<iframe|\sstyle=|\son\w+=|<link (?!rel="canonical")/i);
  });

  test('leads to a reviewed page by http and https only, and passes it no credit', async () => {
    const { slug } = await showcased(ws, 'approved', { more: { url: 'https://shop.example.com/a"b' } });
    expect((await pageOf(slug)).text).toContain(
      '<a href="https://shop.example.com/a%22b" rel="nofollow ugc noopener noreferrer">',
    );
    const hostile = await showcased(ws, 'approved', { more: { url: 'javascript:alert(1)' } });
    expect((await pageOf(hostile.slug)).text).not.toContain('<a ');
  });
});

describe('the page of anything else', () => {
  test('is one 404 for what is pending, rejected, reported, withdrawn or unknown: a page for browsers, else JSON', async () => {
    const [pending, rejected, reported, withdrawn] = [
      await showcased(ws, 'pending'),
      await showcased(ws, 'rejected'),
      await showcased(ws),
      await showcased(ws),
    ];
    await report(reported.slug);
    await withdraw(withdrawn.id, ws.owner);
    const slugs = [pending, rejected, reported, withdrawn]
      .map(({ slug }) => slug)
      .concat('never-was-000000', '%3Cb%3E');
    const pages = await Promise.all(slugs.map((slug) => pageOf(slug, HTML)));
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(pages[0]?.text).toContain('<meta name="robots" content="noindex">');
    for (const slug of slugs) {
      const { status, body } = await pageOf(slug);
      expect([status, typeof body.detail]).toEqual([404, 'string']);
    }
    await decide(reported.id, 'approve');
    expect((await pageOf(reported.slug, HTML)).status).toBe(200);
  });
});
