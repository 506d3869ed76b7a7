import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPanel, pinElement } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

const EVIL = 'https://evil.example';
const HOSTILE = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '"><svg onload="window.ran=1"><a href="javascript:window.ran=1">x</a></svg>',
  `<style>*{background:url(${EVIL}/css)}</style>`,
  `[click](javascript:window.ran=1) ![x](${EVIL}/pixel.png)`,
  '\u202Egnp.exe\u202C \u2066x',
  '#{window.ran=1}{{constructor.constructor("window.ran=1")()}}',
].join('\n');
const LINKS = [
  'javascript:window.ran=1',
  'data:text/html,<script>1</script>',
  ' javascript:window.ran=1',
  'jAvAsCrIpT:1',
];

/** The elements that the widget has built, and the effects of hostile text. */
const built = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('sidenote-widget')?.shadowRoot;
    const all = [...(root?.querySelectorAll('*') ?? [])];
    return {
      ran: (window as { ran?: unknown }).ran ?? null,
      active: all.filter((one) => /^(script|iframe|object|embed|base|meta|link|form-data)$/.test(one.localName)).length,
      handlers: all.flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith('on'))),
      links: all.flatMap((one) => {
        const address = one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('xlink:href');
        return address && !/^(https:\/\/files\.example\.test\/|#|blob:|data:image\/)/.test(address) ? [address] : [];
      }),
      styles: all.flatMap((one) => (/url\(|evil/.test(one.getAttribute('style') ?? '') ? [one.outerHTML] : [])),
    };
  });

const NOTHING = { ran: null, active: 0, handlers: [], links: [], styles: [] };

test('notes, replies and the site’s settings stay text in the widget and fetch nothing', async () => {
  const { site } = it.service.settings;
  const calm = { ...site };
  Object.assign(site, { name: HOSTILE, color: `red;background:url(${EVIL}/color)` });
  it.service.settings.stakeholder = { name: HOSTILE, auto_fix_default: 'optional_on' };
  it.service.settings.stakeholder_status = 'valid';
  try {
    await it.on('tailwind?sidenote=sh_secret', async ({ page, complaints }) => {
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(request.url()));
      page.on('dialog', (dialog) => void dialog.dismiss().then(() => fetched.push('a dialog')));
      const at = String(Date.now());
      const reply = { author: 'agent', author_name: HOSTILE.slice(0, 120), body: HOSTILE, created_at: at };
      it.service.notes.push(
        ...LINKS.map((link, index) => ({
          id: `note-${index}`,
          status: index === 0 ? HOSTILE : 'resolved',
          kind: HOSTILE,
          body: HOSTILE,
          summary: HOSTILE,
          page_url: link,
          created_at: at,
          replies: [{ id: 'r', ...reply }],
          resolutions: [
            {
              id: 's',
              explanation: HOSTILE,
              before_url: link,
              after_url: 'https://files.example.test/a',
              created_at: at,
            },
          ],
        })),
      );
      await openPanel(page);
      await page.getByRole('button', { name: 'Your notes' }).click();
      const card = page.locator('.notes article').last();
      await card.waitFor();
      expect(await card.locator('p').first().textContent()).toBe(HOSTILE);
      expect(await card.locator('blockquote p').allTextContents()).toEqual([HOSTILE, HOSTILE]);
      expect(await card.locator('a').count()).toBe(1);
      expect(await built(page)).toEqual(NOTHING);
      expect(fetched.filter((url) => /evil|dialog|javascript/.test(url))).toEqual([]);
      expect(complaints).toEqual([]);
    });
  } finally {
    it.service.settings.site = calm;
    it.service.settings.stakeholder = null;
    it.service.settings.stakeholder_status = 'none';
  }
});

test('the page’s texts, the visitor’s input and error messages stay text, too', () =>
  it.on('tailwind', async ({ page, complaints }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.evaluate((text) => {
      document.title = text;
      const heading = document.querySelector('h1')!;
      heading.textContent = text;
      heading.id = '"><img src=x onerror=window.ran=1>';
      heading.setAttribute('aria-label', text);
    }, HOSTILE);
    await pinElement(page, 'h1');
    expect(await built(page)).toEqual(NOTHING);
    it.service.refuse('annotations', { status: 422, body: { detail: HOSTILE } });
    await page.locator('.composer > textarea').fill(HOSTILE);
    await page.locator('.panel .main').click();
    await page.locator('.say:not(:empty)').waitFor();
    expect(await built(page)).toEqual(NOTHING);
    expect(fetched.filter((url) => /evil/.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
    expect(it.service.sent()[0]?.body.body).toBe(HOSTILE);
  }));
