import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { keys } from '../../../functions/kit/table/keys.ts';
import { call, newWorkspace, table, type Workspace } from '../../driver.ts';
import { readPdf } from '../../exports/read-pdf.ts';
import { seedPersona, seedReview } from '../../reviews/seed.ts';
import { until } from '../../workers/until.ts';
import { dropper, hold, keepPictures, lookAt, refuseOnce, signInByHand, withBrowser } from './stand.ts';

let ws: Workspace;

const TEXT = `# Lamps that last

They are the best lamps in the world and everybody loves them. Order now, only today!

Prices start at 20 euro. Delivery takes three to five days. You can give them back within 14 days.`;

beforeAll(async () => {
  ws = await newWorkspace();
});

const { visit: on } = withBrowser();

const keepPaper = async (page: Page, name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await writeFile(join(folder, `${name}.pdf`), await page.pdf({ format: 'A4' }));
};

test('a text is reviewed, its findings are rated without predictions until something is learned, and a link lets others read it', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    await open('/reviews');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('heading', { name: /Review it before/ }).waitFor();
    await lookAt(page, 'reviews-empty');
    await page.getByRole('link', { name: 'New review' }).click();
    await page.getByText('Text', { exact: true }).click();
    // The five whom the service takes below.
    const suiting = await page.getByText(/^Copy editor · Plain-language editor · /).textContent();
    await page.getByLabel('Text to review').fill(TEXT);
    await page.reload();
    expect(await page.getByLabel('Text to review').inputValue()).toBe(TEXT);
    await page.getByText('Goal, audience and stage').click();
    await page.getByLabel('Goal').fill('Visitors order a lamp');
    await page.getByLabel('Stage').selectOption('Draft');
    await keepPictures(page, 'new-text');
    await page.getByRole('button', { name: 'Start review' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lamps that last' }).waitFor();
    await page.getByText('5 of 5 finished').waitFor();
    const panel = await page.locator('.panel-list strong').allTextContents();
    expect(panel.join(' · ')).toBe(suiting);
    await page.getByText('Visitors order a lamp').waitFor();
    await page.getByText('Every finding was measured; nothing was judged, so there is no score.').waitFor();
    await page.getByText('none of these was found').click();
    await keepPictures(page, 'review-of-facts');

    const own = page.url().split('/').at(-1);
    // On this stage no model answers: a review that one answered has the rest.
    const judged = await seedReview(ws.id, {
      samples: (_, dimension) =>
        [
          [2, 2, 3],
          [4, 5, 5],
        ][dimension] ?? [],
      more: { title: 'Lamps that last' },
    });
    await open(`/reviews/${judged.id}`);
    const findings = page.getByRole('article');
    const toFix = page.getByRole('region', { name: 'Fix these first' });
    await toFix.waitFor();
    expect(await findings.count()).toBe(0);
    expect(await toFix.getByRole('listitem').count()).toBeGreaterThanOrEqual(1);
    await toFix.getByRole('button', { name: 'Copy: Fix' }).first().click();
    await toFix.getByRole('button', { name: 'Copied: Fix' }).waitFor();
    await page.getByRole('region', { name: 'What works' }).waitFor();
    await page.getByText('Not calibrated: no one here has rated enough findings yet.').waitFor();
    await keepPictures(page, 'review');
    await keepPaper(page, 'review');
    const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
    expect(pages.length).toBeLessThanOrEqual(5);

    await page.keyboard.press('j');
    await page.getByText(/You’ve rated 0 of/).waitFor();
    await page.keyboard.press('4');
    await page.getByText(/You’ve rated 1 of/).waitFor();
    // Two failures in a row leave what was saved.
    await page.route('**/rate', (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
    const release = await hold(page, '**/rate');
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    release();
    await page.getByText('No.').nth(1).waitFor();
    await findings.first().getByText('Your rating: 4').waitFor({ state: 'attached' });
    await page.unrouteAll({ behavior: 'wait' });
    expect(complaints.splice(0)).toHaveLength(2);
    await findings.nth(1).locator('.rate-scale').getByText('2', { exact: true }).click();
    await page.getByText(/You’ve rated 2 of/).waitFor();
    // Nothing is learned from two ratings.
    expect(await findings.getByText(/likely to be useful/).count()).toBe(0);
    await findings.nth(1).getByRole('button', { name: 'Add a comment' }).click();
    await findings.nth(1).getByLabel('Your comment').fill('We know.');
    await findings.nth(1).getByRole('button', { name: 'Save' }).click();
    await findings.nth(1).getByText('We know.').waitFor();
    await findings.first().scrollIntoViewIfNeeded();
    await lookAt(page, 'review-rated');
    await keepPaper(page, 'review-rated');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.getByText('Your rating: 4').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });

    const id = page.url().split('/').at(-1);
    const { body: feedback } = await call('GET', `/api/reviews/${id}/feedback`, { as: ws.owner });
    const rated = feedback.items.filter(({ rating }: { rating: number | null }) => rating !== null);
    expect(rated).toHaveLength(2);
    expect(rated).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rating: 4 }),
        expect.objectContaining({ rating: 2, rating_comment: 'We know.' }),
      ]),
    );
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('region', { name: /Link to this review/ }).waitFor();
    await lookAt(page, 'share');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    const link = await until(async () => {
      const text = await page.evaluate(() => navigator.clipboard.readText());
      return text.includes('/reviews/shared/') && text;
    }, 'the copied link');
    const token = link.split('/').at(-1);
    const shared = await call('GET', `/api/reviews/shared/${token}`);
    expect([shared.status, shared.body.title]).toEqual([200, 'Lamps that last']);
    await page.keyboard.press('Escape');
    const copyAll = () => page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await copyAll();
    await page.getByText('Copied as Markdown').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# Lamps that last');
    await page.context().clearPermissions();
    await copyAll();
    await page.getByText('Couldn’t copy').waitFor();

    await page.getByRole('button', { name: 'Submit to the showcase' }).click();
    await page.getByText('Not public until an admin approves it.').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Submit to the showcase' }).waitFor();

    const key = keys.review(ws.id, String(own));
    await table().put({ ...(await table().get(key)), ...key, status: 'failed' });
    await open(`/reviews/${own}`);
    await page.getByRole('link', { name: 'Start again' }).click();
    const again = page.getByLabel('Text to review');
    await until(async () => (await again.inputValue()) === TEXT, 'the text of the first review');
  }));

test('the review of a note judges what was captured with it, and leads back to it if it failed', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const site = await ws.site({ name: 'Cart' });
    const note = await ws.note(site);
    const seed = (status: 'complete' | 'running' | 'failed') => {
      const of = { source: 'widget_annotation', input_type: 'site', annotation_id: note.id } as const;
      const more = { ...of, url: 'https://shop.example.com/cart', ...(status === 'failed' && { facts: null }) };
      return seedReview(ws.id, { site: site.id, status, more });
    };
    const [done, running, failed] = await Promise.all([seed('complete'), seed('running'), seed('failed')]);
    await open(`/reviews/${done.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('button', { name: 'Review again' }).click();
    await page.getByRole('dialog').getByText('as it was captured with the note').waitFor();
    await page.keyboard.press('Escape');
    await open(`/reviews/${running.id}`);
    const steps = page.getByRole('region', { name: 'Progress' }).getByRole('listitem');
    await steps.last().waitFor();
    expect(await steps.count()).toBe(2);
    await steps.first().getByText('Ask the personas').waitFor();
    await open(`/reviews/${failed.id}`);
    await page.getByText('https://shop.example.com/cart').waitFor();
    await page.getByRole('link', { name: 'Start again' }).click();
    await page.waitForURL((url) => url.pathname.endsWith(`/inbox/${note.id}`));
  }));

test('a note of a finding goes to the site of the page, unless another one is chosen', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const lamps = await ws.site({ name: 'Lamps', allowed_origins: ['https://lamps.example.com'] });
    await ws.site({ name: 'Newer', allowed_origins: ['https://newer.example.com'] });
    const more = { input_type: 'site', url: 'https://lamps.example.com/cart' } as const;
    const review = await seedReview(ws.id, { samples: () => [2, 2, 3], more });
    await open(`/reviews/${review.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('button', { name: 'Create note' }).first().click();
    const site = page.getByRole('dialog').getByRole('combobox');
    await site.waitFor();
    expect(await site.inputValue()).toBe(lamps.id);
  }));

test('a running review that is deleted elsewhere is gone from the pages that show it', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const site = await ws.site({ name: 'Checkout' });
    const note = await ws.note(site);
    const of = { source: 'widget_annotation', annotation_id: note.id } as const;
    const [alone, onNote] = await Promise.all([
      seedReview(ws.id, { site: site.id, status: 'running' }),
      seedReview(ws.id, { site: site.id, status: 'running', more: of }),
    ]);
    const remove = (id: string) => call('DELETE', `/api/reviews/${id}`, { as: ws.owner });
    await open(`/reviews/${alone.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('region', { name: 'Progress' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('It’s still running. A charge for it isn’t refunded').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await remove(alone.id);
    await page.getByRole('heading', { name: 'This review isn’t available' }).waitFor();
    await open(`/inbox/${note.id}`);
    await page.getByRole('region', { name: 'Persona progress' }).waitFor();
    await remove(onNote.id);
    await page.getByRole('region', { name: 'Persona progress' }).waitFor({ state: 'detached' });
    complaints.length = 0;
  }));

test('a dropped file is uploaded and reviewed by chosen personas; unsupported files are refused before the upload', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const site = await ws.site({ name: 'Lamp shop' });
    const failed = await seedReview(ws.id, { status: 'partial', site: site.id, more: { title: 'Prices' } });
    await seedReview(ws.id, { status: 'running', more: { title: 'Delivery terms' } });
    await open('/reviews/new?kind=file');
    await signInByHand(dashboard, ws.owner.email);
    const drop = await dropper(page);
    await drop('tool.exe', 'MZ');
    await page.getByText(/We can’t review this type of file \(tool.exe\)/).waitFor();
    // Outside of its field, the browser would open the file and leave the page, losing the input.
    await drop('lamps.md', TEXT, 'h1');
    await page.getByRole('button', { name: 'Remove lamps.md' }).waitFor();
    // An unsuitable file doesn't replace it. A transcript belongs to the recording that is chosen.
    await drop('saw.exe', 'MZ', 'h1');
    await page.getByText(/We can’t review this type of file \(saw.exe\)/).waitFor();
    await page.getByRole('button', { name: 'Remove lamps.md' }).waitFor();
    await drop('talk.mp3', 'ID3', 'h1');
    await page.getByRole('button', { name: 'Remove talk.mp3' }).waitFor();
    await drop('talk.txt', TEXT, 'h1');
    await page.getByRole('button', { name: 'Remove talk.txt' }).waitFor();
    await page.getByRole('button', { name: 'Remove talk.mp3' }).waitFor();
    await drop('lamps.md', TEXT, '.drop-zone >> nth=0');
    await page.getByRole('button', { name: 'Remove lamps.md' }).waitFor();
    await page.getByLabel('Choose personas').check();
    await page.getByLabel('Find personas').fill('editor');
    await page.getByRole('checkbox').first().check();
    await lookAt(page, 'new-file');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    const start = page.getByRole('button', { name: 'Start review' });
    const upload = await hold(page, '**/api/reviews/upload-url');
    await start.click();
    await cancel.waitFor();
    await drop('late.md', TEXT);
    await drop('later.md', TEXT, 'h1');
    await cancel.click();
    await start.waitFor();
    await page.getByRole('button', { name: 'Remove lamps.md' }).waitFor();
    upload();
    const created = await hold(page, '**/api/reviews');
    const isCreating = page.waitForRequest('**/api/reviews');
    await start.click();
    await isCreating;
    await cancel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Starting…' }).waitFor();
    created();
    await page.getByText('1 of 1 finished').waitFor();
    await page.getByRole('heading', { level: 1, name: 'lamps' }).waitFor();
    await page.getByText('Every finding was measured; nothing was judged, so there is no score.').waitFor();
    await lookAt(page, 'review-of-one');
    await page.getByRole('link', { name: 'Reviews' }).first().click();
    await page.getByRole('link', { name: 'Delivery terms' }).waitFor();
    await lookAt(page, 'reviews');
    await page.getByLabel('Site').selectOption('Lamp shop');
    await page.getByRole('link', { name: 'Delivery terms' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('site')).toBe(site.id);
    await refuseOnce(page, '**/facts', 403, 'Not now.');
    await page.getByRole('link', { name: 'Prices' }).click();
    const refused = page.getByRole('alert').filter({ hasText: 'Not now.' });
    await refused.waitFor();
    await keepPictures(page, 'review-without-checks');
    await refused.getByRole('button', { name: 'Try again' }).click();
    await refused.waitFor({ state: 'detached' });
    expect(complaints.splice(0)).toHaveLength(1);
    await page.getByText('The model gave no usable answer.').waitFor();
    await page.getByText(/1 of 2 finished\s+· 1 failed/).waitFor();
    await keepPictures(page, 'review-partial');
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog');
    const release = await hold(page, `**/api/reviews/${failed.id}`);
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.keyboard.press('Escape');
    expect(await question.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await keepPictures(page, 'review-deleting');
    release();
    await page.getByText('“Prices” was deleted').waitFor();
    expect((await call('GET', `/api/reviews/${failed.id}`, { as: ws.owner })).status).toBe(404);
  }));

test('a list whose first page has only reviews of notes reads on to those that were requested', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const own = await newWorkspace();
    const site = await own.site({ name: 'Shop' });
    const note = await own.note(site, { body: 'The lamp is dark' });
    const personas = [seedPersona()];
    await seedReview(own.id, { personas, site: site.id, more: { title: 'Requested long ago' } });
    const ofNotes = { personas, site: site.id, more: { title: 'Of a note', annotation_id: note.id } };
    for (let many = 0; many < 31; many += 1) await seedReview(own.id, ofNotes);
    await open('/reviews');
    await signInByHand(dashboard, own.owner.email);
    await page.getByRole('link', { name: 'Requested long ago' }).waitFor();
    expect(await page.getByRole('link', { name: 'Of a note' }).count()).toBe(0);

    for (let many = 0; many < 150; many += 1) await seedReview(own.id, ofNotes);
    await page.reload();
    await page.getByText('None among the newest 150.').waitFor();
    await lookAt(page, 'reviews-none-yet');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByText('None among the newest 180.').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Requested long ago' }).waitFor();
  }));

test('a review that starts after its page was left is announced, leaves the tab where it is, and can’t be started twice', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
    const own = await newWorkspace();
    await open('/reviews/new?kind=text');
    await signInByHand(dashboard, own.owner.email);
    await page.getByLabel('Text to review').fill(TEXT);
    const release = await hold(page, '**/api/reviews');
    await page.getByRole('button', { name: 'Start review' }).click();
    await go('Reviews');
    await go('New review');
    await page.getByText('Starting…').waitFor();
    expect(await page.getByLabel('Text to review').count()).toBe(0);
    await lookAt(page, 'review-starting');
    await go('Personas');
    await page.getByRole('heading', { level: 1, name: 'Personas' }).waitFor();
    release();
    await page.getByText('“Lamps that last” was started').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/personas');
    await open('/reviews/new?kind=text');
    expect(await page.getByLabel('Text to review').inputValue()).toBe('');
  }));

test('the draft of a review stays in its workspace, and a site of another one is left out', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const text = page.getByLabel('Text to review');
    const own = await newWorkspace();
    const site = await own.site({ name: 'Shop' });
    await call('POST', '/api/workspaces', { as: own.owner, body: { name: 'Second' } });
    await open('/reviews/new?kind=text');
    await signInByHand(dashboard, own.owner.email);
    await text.fill(TEXT);
    await page.getByRole('button', { name: /Switch workspace/ }).click();
    await page.getByRole('menuitemradio', { name: 'Second' }).click();
    await page.getByRole('button', { name: 'Switch workspace: Second' }).waitFor();
    await text.waitFor({ state: 'detached' });
    await open(`/reviews/new?kind=text&site=${site.id}`);
    await text.fill(TEXT);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Start review' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lamps that last' }).waitFor();
  }));

test('a list of reviews ignores a site of another workspace, and drops it from its address at a switch', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const own = await newWorkspace();
    const site = await own.site({ name: 'Shop' });
    await call('POST', '/api/workspaces', { as: own.owner, body: { name: 'Second' } });
    await open(`/reviews?site=${site.id}`);
    await signInByHand(dashboard, own.owner.email);
    await page.getByText('No reviews of this site yet').waitFor();
    await page.getByRole('button', { name: /Switch workspace/ }).click();
    await page.getByRole('menuitemradio', { name: 'Second' }).click();
    await page.getByText('Review it before your visitors do').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await open(`/reviews?site=${site.id}`);
    await page.getByText('Review it before your visitors do').waitFor();
    complaints.splice(0);
  }));

test('what is changed in a new review whose address came with a link is kept over Back and a reload', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const address = page.getByRole('textbox', { name: 'Page address' });
    const own = await newWorkspace();
    await open('/reviews/new?kind=page&url=https://wrong.example/');
    await signInByHand(dashboard, own.owner.email);
    expect(await address.inputValue()).toBe('https://wrong.example/');
    await address.fill('https://right.example/');
    await page.getByRole('link', { name: 'Workspace', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Workspace' }).waitFor();
    await page.goBack();
    expect(await address.inputValue()).toBe('https://right.example/');
    await page.reload();
    expect(await address.inputValue()).toBe('https://right.example/');
  }));
