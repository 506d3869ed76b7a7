import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { keys } from '../../functions/kit/table/keys.ts';
import { inlineScripts } from '../../lib/build/public-pages.ts';
import { publicPolicy } from '../../lib/stack/dashboard-headers.ts';
import { useWeb } from '../demo/web.ts';
import { call, freshIp, newWorkspace, stage, table, type Workspace } from '../driver.ts';
import { seedPersona, seedReview } from '../reviews/seed.ts';
import { decide, showcased, submit } from '../showcase/showcased.ts';
import { launchChromium } from './chromium.ts';
import { hold, keepPictures, lookAt, openDashboard, refuseOnce } from './dashboard/stand.ts';
import { HOSTILE } from './hostile-text.ts';

let browser: Browser;
let ws: Workspace;
const web = useWeb();

beforeAll(async () => {
  [browser, ws] = await Promise.all([launchChromium(), newWorkspace(), fetch(stage().base_url)]);
});
afterAll(() => browser?.close());

interface Visit {
  page: Page;
  complaints: string[];
  to: (path: string) => Promise<unknown>;
  look: (name: string) => Promise<void>;
}

/** A visitor without an account, from a separate address. */
const visit = async (scene: (visit: Visit) => Promise<void>) => {
  const { page, complaints, close } = await openDashboard(browser, { locale: 'en-GB' });
  await page.setExtraHTTPHeaders({ 'x-local-client-ip': freshIp() });
  const look = (name: string) => lookAt(page, name);
  try {
    await scene({ page, complaints, to: (path) => page.goto(`${stage().base_url}${path}`), look });
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
};

/** The browser notes each refusal as a failed request. */
const forgiveRefusal = (complaints: string[], status: number) =>
  expect(complaints.splice(0)).toEqual([expect.stringContaining(`status of ${status}`)]);

test('a visitor without an account reads the landing page, requests access and reviews a page, and keeps their input', () =>
  visit(async ({ page, complaints, to, look }) => {
    await to('/');
    await page.getByRole('heading', { level: 1, name: 'Notes in the margin of your site' }).waitFor();
    await page.waitForFunction(() => document.title === 'Notes in the margin of your site · Sidenote');
    await look('public-landing');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Request access' }).click();
    await page.getByText('Your request is on our list').waitFor();

    await page.getByRole('button', { name: 'Pin a note on this page' }).click();
    await page.locator('sidenote-widget .bar').waitFor();
    await keepPictures(page, 'public-landing-widget');
    await page.keyboard.press('Escape');

    await page.getByText('Deutsch').click();
    await page.getByRole('heading', { level: 1, name: 'Notizen am Rand Ihrer Website' }).waitFor();
    await page.waitForFunction(() => document.documentElement.lang === 'de');
    await page.getByText('English').click();

    await page.getByRole('navigation').getByRole('link', { name: 'Try a review' }).first().click();
    await page.getByRole('radio', { name: 'Marketer' }).check();
    await look('public-try');
    await page.getByLabel('Page address').fill(web.fresh('/none'));
    await page.getByRole('button', { name: 'Review this page' }).click();
    await page.getByText('The page answers with status 404.').waitFor();
    forgiveRefusal(complaints, 422);
    await keepPictures(page, 'public-try-refused');
    const address = web.fresh('/plain');
    await page.getByLabel('Page address').fill(address);
    await page.getByRole('button', { name: 'Review this page' }).click();
    await page.getByRole('heading', { name: 'Review by Marketer' }).waitFor();
    await page.getByText('Share of checks passed, from 1 (none) to 5 (all)').waitFor();
    await page.getByText('That was your free review for the next 24 hours.').waitFor();
    await look('public-try-result');

    await page.reload();
    expect(await page.getByLabel('Page address').inputValue()).toBe(address);
    expect(await page.getByRole('radio', { name: 'Marketer' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Designer' }).check();
    await page.getByRole('button', { name: 'Review this page' }).click();
    await page.getByText('You’ve used today’s free review').waitFor();
    forgiveRefusal(complaints, 429);
    expect(await page.getByLabel('Page address').inputValue()).toBe(address);
    await keepPictures(page, 'public-try-used-up');
    await page.getByRole('radio', { name: 'Marketer' }).check();
    await page.getByRole('button', { name: 'Review this page' }).click();
    await page.getByText('You have no free review left right now.').waitFor();
    expect(await page.getByText('That was your free review').count()).toBe(0);
  }));

test('the last choice of a language wins, also if an earlier one loads later or fails', () =>
  visit(async ({ page, complaints, to, look }) => {
    const lang = () => page.evaluate(() => document.documentElement.lang);
    await to('/');
    await page.waitForLoadState('networkidle');
    const release = await hold(page, '**/assets/*.js');
    await page.getByText('Deutsch').click();
    await page.getByText('English').click();
    const loaded = page.waitForResponse('**/assets/*.js');
    release();
    await loaded;
    await page.waitForLoadState('networkidle');
    expect(await lang()).toBe('en');
    expect(await page.getByRole('radio', { name: 'English' }).isChecked()).toBe(true);

    await page.reload();
    await page.waitForLoadState('networkidle');
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByText('Deutsch').click();
    await page.getByRole('alert').getByText('We couldn’t reach the service.').waitFor();
    expect(await lang()).toBe('en');
    expect(await page.getByRole('radio', { name: 'English' }).isChecked()).toBe(true);
    await look('public-language-failed');
    complaints.splice(0);
  }));

/** A captcha with a button that solves it and one at which it fails. */
const FAKE_TURNSTILE = `window.turnstile = {
  render: (place, { sitekey, callback, 'error-callback': fail }) => {
    const add = (text, act) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text;
      button.onclick = act;
      place.append(button);
    };
    add('I am a person', () => callback('solved ' + sitekey));
    add('Lose the network', fail);
    return 'widget';
  },
  remove: () => {},
};`;

test('a stage with a captcha loads its script and sends the solution with the request', () =>
  visit(async ({ page, complaints, to }) => {
    await page.route('**/api/demo/config', async (route) => {
      const answer = await route.fetch();
      const captcha = { provider: 'turnstile', site_key: '1x00000000000000000000AA' };
      await route.fulfill({ json: { ...(await answer.json()), captcha } });
    });
    await page.route('**/try', async (route) => {
      const answer = await route.fetch();
      const scripts = inlineScripts(await answer.text());
      const policy = publicPolicy({ bucket: 'https://files.example', scripts, hasCaptcha: true });
      await route.fulfill({ headers: { ...answer.headers(), 'content-security-policy': policy }, response: answer });
    });
    await page.route('https://challenges.cloudflare.com/turnstile/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: FAKE_TURNSTILE }),
    );
    await to('/try');
    await page.getByLabel('Page address').fill(web.fresh('/plain'));
    expect(await page.getByRole('button', { name: 'Solve the captcha first' }).isDisabled()).toBe(true);
    const failure = page.getByText('The captcha couldn’t be loaded.');
    await page.getByRole('button', { name: 'Lose the network' }).click();
    await failure.waitFor();
    await page.getByRole('button', { name: 'I am a person' }).click();
    await failure.waitFor({ state: 'hidden' });
    const asked = page.waitForRequest('**/api/demo/run');
    await page.getByRole('button', { name: 'Review this page' }).click();
    expect((await asked).postDataJSON().captcha_token).toBe('solved 1x00000000000000000000AA');
    await page.getByRole('heading', { name: 'Review by Designer' }).waitFor();
    await refuseOnce(page, '**/api/demo/run', 503, 'Pages can’t be fetched right now.', 'pages_unavailable');
    await page.getByRole('button', { name: 'I am a person' }).click();
    await page.getByRole('button', { name: 'Review this page' }).click();
    await page.getByRole('alert').getByText('Pages can’t be fetched right now.').waitFor();
    forgiveRefusal(complaints, 503);
    expect(await page.getByRole('button', { name: 'Solve the captcha first' }).isDisabled()).toBe(true);
  }));

test('a reported showcase entry is no longer public', () =>
  visit(async ({ page, complaints, to, look }) => {
    const title = 'Lamps & “light”';
    const { slug } = await showcased(ws, 'approved', {
      more: { title, input_type: 'site', url: 'https://shop.example.com/' },
    });
    await to('/showcase');
    await page.getByRole('link', { name: title }).first().waitFor();
    await look('public-gallery');
    await page.getByRole('link', { name: title }).first().click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/showcase/${slug}`);
    await page.getByText('Our shop sells lamps.').first().waitFor();
    await look('public-entry');
    await page.getByText('Is something wrong with this review?').click();
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByText('at least 4 characters').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('textarea[aria-invalid=true]'));
    await page.getByLabel('What’s wrong?').fill('It is an advertisement.');
    await keepPictures(page, 'public-report');
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByText('This review is hidden').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Not in the showcase' }).waitFor();
    forgiveRefusal(complaints, 404);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow');
    await look('public-missing');
  }));

/** A review in which each text that comes from others is hostile. */
const hostileEntry = async (): Promise<string> => {
  const persona = seedPersona(undefined, [`${HOSTILE} 1`, `${HOSTILE} 2`], { name: HOSTILE, title: HOSTILE });
  const more = { title: HOSTILE, url: 'javascript:window.ran=1', input_type: 'site' } as const;
  const { id, runs, findings } = await seedReview(ws.id, { personas: [persona], more });
  const put = (key: { pk: string; sk: string }, row: object) => table().put({ ...row, ...key });
  for (const run of runs) await put(keys.reviewRun(ws.id, id, run.persona_id), { ...run, summary: HOSTILE });
  for (const one of findings) {
    const evidence = one.evidence.map((shown) => ({ ...shown, quote: HOSTILE, element: HOSTILE }));
    const fix = { before: HOSTILE, after: HOSTILE, effort: null };
    await put(keys.finding(ws.id, id, one.id), { ...one, comment: HOSTILE, evidence, fix });
  }
  const { slug } = (await submit(id, ws.owner)).body;
  await decide(id, 'approve');
  return slug;
};

test('text by others is shown as text: nothing runs, nothing is fetched, and links are http or https', () =>
  visit(async ({ page, to }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const slug = await hostileEntry();
    for (const path of [`/showcase/${slug}`, '/showcase']) {
      await to(path);
      await page.getByText('</bdi></main><form').first().waitFor();
      const state = await page.evaluate(() => ({
        ran: (globalThis as { ran?: number }).ran,
        strange: document.querySelectorAll(
          'iframe,base,object,embed,img,[onload],[onerror],[onmouseover],meta[http-equiv],[action]',
        ).length,
        protocols: [...new Set([...document.links].map(({ protocol }) => protocol))],
        isTooWide: document.documentElement.scrollWidth > innerWidth,
      }));
      expect(state).toEqual({ ran: undefined, strange: 0, protocols: ['http:'], isTooWide: false });
    }
    expect(asked.filter((url) => !url.startsWith(`${stage().base_url}/`))).toEqual([]);
  }));

describe('a shared review', () => {
  const finish = async (id: string, personas: readonly { persona_id: string }[]) => {
    const end = async (key: { pk: string; sk: string }, more: object) =>
      table().put({ ...(await table().get(key)), ...key, ...more });
    for (const { persona_id } of personas.slice(1))
      await end(keys.reviewRun(ws.id, id, persona_id), { state: 'done', score: 4, summary: 'It sells lamps.' });
    await end(keys.review(ws.id, id), { status: 'complete', runs_done: personas.length, score: 4 });
  };

  test('is followed while it runs, read when it is done, and printed without what stands around it', () =>
    visit(async ({ page, to, look }) => {
      const { id, runs } = await seedReview(ws.id, { status: 'running', more: { title: 'The lamp shop' } });
      const { body } = await call('POST', `/api/reviews/${id}/share`, { as: ws.owner });
      await to(new URL(body.url).pathname);
      await page.getByText('1 of 2 finished').waitFor();
      await page.getByText('You’ll see the verdict once all have finished.').waitFor();
      await keepPictures(page, 'public-shared-running');
      await finish(id, runs);
      await page.getByText('2 of 2 finished').waitFor();
      await page.getByText('It sells lamps.').waitFor();
      await look('public-shared');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.masthead, .colophon, .print-button').filter({ visible: true }).count()).toBe(0);
    }));

  test('has no page under another token', () =>
    visit(async ({ page, complaints, to, look }) => {
      await to('/reviews/shared/never-was');
      await page.getByRole('heading', { level: 1, name: 'This link doesn’t work anymore' }).waitFor();
      forgiveRefusal(complaints, 404);
      await look('public-shared-missing');
    }));
});

test('the docs are found from the front page, searched, read by keyboard and copied with the stage’s own address', () =>
  visit(async ({ page, complaints, to, look }) => {
    await to('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    await look('public-docs');
    await page.getByLabel('Search the docs').fill('content secur');
    const found = page.locator('.found a');
    await found.first().waitFor();
    await keepPictures(page, 'public-docs-search');
    expect(await found.first().textContent()).toContain('Content Security Policy');
    await found.first().click();
    await page.getByRole('heading', { level: 1, name: 'The widget' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#content-security-policy');
    await page.getByLabel('Search the docs').fill('xyzzy');
    await page.getByText('Nothing found for “xyzzy”').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Install the widget' }).click();
    await page.getByRole('heading', { level: 1, name: 'Install the widget' }).waitFor();
    await look('public-docs-install');
    expect(await page.locator('.guide pre').first().textContent()).toContain(`src="${stage().base_url}/w/`);
    await to('/docs/nothing');
    forgiveRefusal(complaints, 404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Sidenote', exact: true }).waitFor();
    await look('public-missing');
    await to('/nothing-here');
    forgiveRefusal(complaints, 404);
    await keepPictures(page, 'stage-missing');
    await page.getByRole('navigation').getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
  }));

test('a search of the docs that fails to load says so, and a later one finds', () =>
  visit(async ({ page, complaints, to }) => {
    let isDown = true;
    await page.route('**/config.json', (route) => (isDown ? route.abort() : route.continue()));
    await to('/docs/api');
    const search = page.getByLabel('Search the docs');
    await search.fill('content');
    await page.getByRole('alert').getByText('We couldn’t reach the service.').waitFor();
    isDown = false;
    await search.fill('content secur');
    await page.locator('.found a').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    complaints.splice(0);
  }));

test('a finished review can be read from the front page, and calls nothing', () =>
  visit(async ({ page, to, look }) => {
    await to('/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Read a finished review' }).click();
    await page.getByRole('heading', { level: 1, name: 'Landing page of Kettleback' }).waitFor();
    await page.getByRole('heading', { name: 'Fix these first' }).waitFor();
    await look('public-sample');
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
  }));

test('every page of the docs has the stage’s addresses, and every link leads to a page or a section', async () => {
  const dead: string[] = [];
  await visit(async ({ page, to }) => {
    await to('/docs');
    const links = page.locator('.guides > li > a');
    await links.first().waitFor();
    const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
    expect(addresses.length).toBeGreaterThan(8);
    for (const address of addresses) {
      await to(address);
      await page.locator('.guide').waitFor();
      expect(await page.locator('.guide').textContent()).not.toMatch(/\{(base_url|bucket)\}/);
      const inside = await page
        .locator('.guide a')
        .evaluateAll((all) =>
          all
            .map((link) => link as HTMLAnchorElement)
            .map(({ pathname, hash, origin }) => ({ pathname, hash, origin })),
        );
      for (const { pathname, hash, origin } of inside.filter((link) => link.origin === stage().base_url)) {
        const isGuide = /^\/docs(\/|$)/.test(pathname);
        const answer = await fetch(`${origin}${pathname}`);
        if (!answer.ok || (isGuide && !addresses.includes(pathname))) dead.push(`${address}: ${pathname}`);
        if (isGuide && hash) {
          await to(`${pathname}${hash}`);
          await page.locator('.guide').waitFor();
          if ((await page.locator(`.guide ${hash}`).count()) !== 1) dead.push(`${address}: ${pathname}${hash}`);
        }
      }
    }
  });
  expect(dead).toEqual([]);
});
