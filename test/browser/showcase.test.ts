import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { keys } from '../../functions/kit/keys.ts';
import type { FindingRow } from '../../functions/reviews/rows.ts';
import { newWorkspace, stage, table, type Workspace } from '../driver.ts';
import { seedPersona, seedReview } from '../reviews/seed.ts';
import { decide, pageOf, showcased, submit } from '../showcase/showcased.ts';
import { launchChromium } from './chromium.ts';

const HOSTILE = [
  '<script>window.ran = 1</script>',
  '"><img src=x onerror="window.ran = 1">',
  "' onmouseover='window.ran = 1' x='",
  '</style></title><svg onload="window.ran = 1">',
  '<iframe src="javascript:parent.ran = 1"></iframe>',
  '</bdi></main><form action="https://evil.example"><button>Sign in</button></form>',
  '<a href="javascript:window.ran = 1">link</a> [link](javascript:window.ran=1)',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css">',
  'body{background:url(https://evil.example/x)} \u202egnp.exe \u2066hidden \u0000\u0007',
  '&lt;b&gt; &#x3c;script&#x3e; {{7*7}} <!-- <![CDATA[',
];

let browser: Browser;
let ws: Workspace;
beforeAll(async () => {
  browser = await launchChromium();
  ws = await newWorkspace();
});
afterAll(() => browser.close());

const open = async (slug: string, width = 1280): Promise<{ page: Page; asked: string[]; complaints: string[] }> => {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const [asked, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => dialog.dismiss());
  await page.goto(`${stage().base_url}/showcase/${slug}`);
  return { page, asked, complaints };
};

/** A review in which each text that comes from others is hostile. */
const hostileEntry = async (text: string): Promise<string> => {
  const persona = seedPersona(undefined, [`${text} one`, `${text} two`], { name: text, title: text, category: text });
  const { id, runs, findings } = await seedReview(ws.id, {
    personas: [persona],
    more: { title: text, url: `https://shop.example.com/?q=${text}` },
  });
  const put = (key: { pk: string; sk: string }, row: object) => table().put({ ...row, ...key });
  for (const run of runs) await put(keys.reviewRun(ws.id, id, run.persona_id), { ...run, summary: text });
  for (const one of findings) {
    const said: FindingRow = { ...one, comment: text, suggestion: text, quote: text, element: text };
    await put(keys.finding(ws.id, id, one.id), said);
  }
  const { slug } = (await submit(id, ws.owner)).body;
  await decide(id, 'approve', text);
  return slug;
};

describe('the public page of a showcase entry', () => {
  test.each(HOSTILE.map((text) => ({ text })))(
    'shows $text as text: nothing runs, nothing is fetched',
    async ({ text }) => {
      const { page, asked, complaints } = await open(await hostileEntry(text));
      for (const part of ['h1', '.persona h3', '.findings h4', '.findings p']) {
        await page.locator(part).first().hover();
      }
      expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
      const strange = await page.evaluate(
        () =>
          document.querySelectorAll(
            'script,img,iframe,form,button,base,object,embed,[onload],[onerror],[onmouseover],meta[http-equiv]',
          ).length,
      );
      expect(strange).toBe(0);
      expect(await page.evaluate(() => [...document.links].map(({ protocol }) => protocol))).toEqual(['https:']);
      expect([asked.length, complaints]).toEqual([1, []]);
      const seen = text
        .replace(/[\u202e\u2066]|\p{Cc}/gu, '')
        .replace(/\s+/g, ' ')
        .trim();
      expect((await page.locator('h1').textContent())?.trim()).toBe(seen);
      expect(await page.title()).toBe(`${seen} – Sidenote`);
      expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(seen);
      expect(await page.locator('meta[property="og:description"]').getAttribute('content')).toContain(
        seen.slice(0, 40),
      );
      await page.context().close();
    },
  );

  test('is styled by its own policy, and fits a phone', async () => {
    const { slug } = await showcased(ws, 'approved', { more: { title: `Lamps ${'x'.repeat(150)}` } });
    const { page, complaints } = await open(slug, 320);
    const [width, background] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      getComputedStyle(document.querySelector('.card') as Element).borderRadius,
    ]);
    expect([width, background]).toEqual([320, '12px']);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('says kindly that nothing is there', async () => {
    const { page } = await open('never-was-000000');
    expect(await page.locator('h1').textContent()).toBe('Not in the showcase');
    expect((await pageOf('never-was-000000')).status).toBe(404);
    await page.context().close();
  });
});
