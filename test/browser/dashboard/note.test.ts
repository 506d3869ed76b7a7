import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { call, newWorkspace, type Person, type Workspace } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { seedNote, TOTAL } from './note-seed.ts';
import { hold, keepPictures, lookAt, refuseOnce, signInByHand, withBrowser } from './stand.ts';

const { browser, visit: scene } = withBrowser();
let ws: Workspace;
let colleague: Person;
let guest: Person;
let stranger: Person;
let note: Awaited<ReturnType<typeof seedNote>>;

beforeAll(async () => {
  ws = await newWorkspace();
  const site = await ws.site({ name: 'Lamps & Light' });
  await ws.note(site, { body: 'An older note' });
  [note, colleague] = await Promise.all([seedNote(browser(), ws, site), ws.member()]);
  // Not at the same moment: both would be offered for the beginning of one name.
  guest = await ws.guest([site.id]);
  stranger = await ws.guest();
});

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a link from an old document opens the note with its pin and evidence, though the picture’s URL had expired', () =>
  scene(async (dashboard) => {
    const { page, complaints, open } = dashboard;
    let refused = 0;
    await page.route('**/files/**', (route) => {
      refused += 1;
      return refused <= 2 ? route.abort() : route.continue();
    });
    await open(`/#/annotations/${note.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await title(page, /forgets the discount/).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/inbox/${note.id}`);
    // The heading is the first line, which isn't said again.
    expect(await page.locator('.note-body').innerText()).toBe('I checked with two browsers.');

    const picture = page.getByRole('img', { name: /Screenshot of the page/ });
    await page.locator('.pointed').waitFor();
    const [frame, pointed] = await Promise.all([picture.boundingBox(), page.locator('.pointed').boundingBox()]);
    const scale = (frame?.width ?? 0) / 1280;
    expect((pointed?.x ?? 0) - (frame?.x ?? 0)).toBeCloseTo(TOTAL.x * scale, 0);
    expect((pointed?.y ?? 0) - (frame?.y ?? 0)).toBeCloseTo(TOTAL.y * scale, 0);
    expect(complaints.splice(0).every((one) => one.includes('ERR_FAILED'))).toBe(true);

    const files = page.getByRole('region', { name: 'Attached files' }).getByRole('link');
    expect(await files.allTextContents()).toEqual([
      expect.stringMatching(/^as I expected it\.png\d+(\.\d)? kB$/),
      'console.log28 byte',
    ]);
    await files.first().scrollIntoViewIfNeeded();
    await keepPictures(page, 'note-files');
    await page.locator('.evidence strong', { hasText: '20 %' }).waitFor();
    const slider = page.getByRole('slider', { name: /Compare before and after/ });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await until(async () => (await slider.inputValue()) === '1', 'the slider at 1');
    const layers = page.locator('.layers');
    const { x = 0, y = 0, width = 0 } = (await layers.boundingBox()) ?? {};
    await page.mouse.move(x + width * 0.2, y + 40);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + 60, { steps: 3 });
    await page.mouse.up();
    await until(async () => Math.round(Number(await slider.inputValue())) === 60, 'the slider at 60');
    await lookAt(page, 'note');
    await page.locator('.note-meta', { hasText: 'Unverified' }).waitFor();
    await page.getByText('plan: Team').waitFor();

    await page.getByRole('button', { name: 'Enlarge picture' }).click();
    await page.getByRole('button', { name: 'Actual size' }).click();
    await page.getByRole('button', { name: 'Fit to window' }).waitFor();
    await keepPictures(page, 'note-enlarged');
  }));

test('a note is opened from its list, assigned and unassigned, reviewed by personas and given manual proof, and lists its activity', () =>
  scene(async (dashboard) => {
    const { page, complaints, open } = dashboard;
    await open('/inbox');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('link', { name: /forgets the discount/ }).click();
    await page.getByText('1 of 2').waitFor();
    await page.getByRole('textbox', { name: 'Reply' }).fill('We are on it.');
    await page.keyboard.press('Escape');
    await title(page, /forgets/).click();
    await page.keyboard.press('j');
    await title(page, 'An older note').waitFor();
    expect(await page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('');
    await page.keyboard.press('k');
    await title(page, /forgets/).waitFor();
    expect(await page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('We are on it.');

    await page.getByText('Internal note', { exact: true }).click();
    const internal = page.getByRole('textbox', { name: 'Internal note' });
    await internal.fill('Could @');
    const people = page.getByRole('listbox', { name: 'People to mention' });
    await people.getByRole('option').first().waitFor();
    await lookAt(page, 'note-mention');
    await page.keyboard.press('Escape');
    await people.waitFor({ state: 'detached' });
    await internal.fill(`Could @${colleague.name.slice(0, 20)}`);
    await internal.press('End');
    await people.getByRole('option', { name: colleague.name, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('look?');
    expect(await internal.inputValue()).toBe(`Could @${colleague.name} look?`);
    const replied = page.waitForRequest((request) => request.url().endsWith('/replies') && request.method() === 'POST');
    await page.keyboard.press('Control+Enter');
    expect((await replied).postDataJSON()).toMatchObject({ internal: true, mentions: [colleague.user_id] });
    await page.locator('.said.internal', { hasText: 'look?' }).waitFor();
    // Times tick, and screen readers shouldn't announce each change.
    expect(await page.locator(':is([aria-live=polite], [role=status]) time:not([aria-live=off])').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Reply' }).fill('We are on it.');

    expect(await page.getByLabel('Assignee').locator('option').allTextContents()).not.toContain(stranger.name);
    await page.getByLabel('Assignee').selectOption({ label: colleague.name });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('option', { name: 'Unassigned', selected: true }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add an outcome' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Outcome' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('The discount counts again');
    await page.keyboard.press('Enter');
    await page.keyboard.type('in all browsers');
    await keepPictures(page, 'note-outcome');
    await page.keyboard.press('Control+Enter');
    const outcome = page.getByRole('region', { name: 'Outcome' });
    expect(await outcome.locator('p').innerText()).toMatch(/The discount counts again\nin all browsers$/);
    await outcome.getByRole('button', { name: 'Edit outcome' }).click();
    const lines = 'The discount counts again\nin all browsers';
    expect(await page.getByRole('textbox', { name: 'Outcome' }).inputValue()).toBe(lines);
    await page.keyboard.press('Escape');

    await refuseOnce(page, '**/run-personas', 402, 'Empty.');
    await page.getByRole('button', { name: 'Run personas' }).click();
    await page.getByRole('checkbox').first().waitFor();
    await page.getByRole('button', { name: 'Run 5 recommended' }).click();
    await page.getByRole('link', { name: 'Go to the wallet' }).waitFor();
    expect(complaints.splice(0)).toHaveLength(1);
    await lookAt(page, 'note-run');
    await page.getByRole('button', { name: 'Run 5 recommended' }).click();
    await page.getByText('All 5 personas have finished').first().waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Fixed rules found nothing to fix' }).waitFor();

    await page.getByRole('button', { name: 'Attach proof' }).click();
    const file = { name: 'cart.png', mimeType: 'image/png', buffer: note.picture };
    await page.getByLabel('After', { exact: true }).setInputFiles(file);
    await page.getByRole('img', { name: 'Preview: After' }).waitFor();
    await page.getByLabel('Describe the fix').fill('By hand, this time.');
    await page.setViewportSize({ width: 390, height: 844 });
    // On a phone a message may not cover the buttons of a dialog.
    const attach = page.getByRole('button', { name: 'Attach', exact: true });
    await attach.evaluate((button) => button.scrollIntoView({ block: 'end' }));
    const isOnTop = await attach.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isOnTop).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await keepPictures(page, 'note-attach');
    // While it uploads, only the button cancels, which ends the upload.
    const proof = page.getByRole('dialog', { name: 'Proof of fix' });
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/resolutions')) sent += 1;
    });
    const release = await hold(page, '**/resolutions/upload-url');
    await attach.click();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await keepPictures(page, 'note-attaching');
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await proof.waitFor({ state: 'detached' });
    release();
    await page.getByRole('button', { name: 'Attach proof' }).click();
    expect([sent, await page.getByLabel('Describe the fix').inputValue()]).toEqual([0, '']);
    await page.getByLabel('After', { exact: true }).setInputFiles(file);
    await page.getByLabel('Describe the fix').fill('By hand, this time.');
    await attach.click();
    await page.getByText('By hand, this time.').waitFor();
    await page.getByRole('button', { name: 'Reopen' }).waitFor();

    await page.getByText('Activity').click();
    await page.getByText(/set the status to “Resolved”$/).waitFor();
    await page.getByText(`assigned it to ${colleague.name}`).waitFor();
    await page.getByText('Vera Visitor left the note').scrollIntoViewIfNeeded();
    await lookAt(page, 'note-end');
    await page.reload();
    await title(page, /forgets the discount/).waitFor();
    expect(await page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('We are on it.');
    await page.getByRole('link', { name: 'All 5 personas have finished' }).waitFor();
  }));

test('a guest is sent to a note’s workspace, reads and replies, and sees no other actions', () =>
  scene(async (dashboard) => {
    const { page, complaints, open } = dashboard;
    await open(`/inbox/${note.id}`);
    await signInByHand(dashboard, guest.email);
    await title(page, /^This note is in the workspace/).waitFor();
    // Their own workspace has no such note, which the browser notes as a failed request.
    complaints.splice(0);
    await page.getByRole('button', { name: /^Switch to/ }).click();
    await title(page, /forgets the discount/).waitFor();
    await page.getByRole('textbox', { name: 'Reply' }).fill('Thank you!');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').filter({ hasText: 'Thank you!' }).waitFor();

    await page.getByText('Internal note', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Internal note' }).fill('Not for the visitor.');
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Internal note' }).inputValue()).toBe('Not for the visitor.');
    await lookAt(page, 'note-internal-draft');
    await page.getByRole('button', { name: 'Add internal note' }).click();
    await page.locator('.said.internal').filter({ hasText: 'Not for the visitor.' }).waitFor();
    await page.getByRole('textbox', { name: 'Reply' }).waitFor();
    await page.locator('.said.internal').last().scrollIntoViewIfNeeded();
    await keepPictures(page, 'note-internal');
    for (const name of ['Attach proof', 'Run personas'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.getByText('Activity').count()).toBe(0);
    await page.getByLabel('Assignee').selectOption({ label: `Me (${guest.name})` });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('option', { name: 'Unassigned', selected: true }).waitFor({ state: 'attached' });
    await keepPictures(page, 'note-guest');
  }));

test('the dashboard promises no mail to visitors and stakeholders after an owner turned it off', () =>
  scene(async (dashboard) => {
    const { page, open } = dashboard;
    const quiet = await newWorkspace();
    const site = await quiet.site();
    const { id } = await quiet.note(site, { email: 'visitor@example.com' });
    const setMail = async (submitter_mail: boolean) => {
      const body = { notifications: { submitter_mail } };
      const { status } = await call('PATCH', `/api/workspaces/${quiet.id}`, { as: quiet.owner, body });
      expect(status).toBe(200);
    };
    await open(`/inbox/${id}`);
    await signInByHand(dashboard, quiet.owner.email);
    await page.getByText('They’ll get this by email').waitFor();
    await setMail(false);
    await page.reload();
    await page.getByText('They’ll see this in the widget on their next visit.').waitFor();
    await open(`/sites/${site.id}?tab=people`);
    await page.getByRole('button', { name: 'Add a stakeholder' }).click();
    await page.getByLabel('Email').waitFor();
    expect(await page.getByText('We’ll email them').count()).toBe(0);
    await setMail(true);
    await page.reload();
    await page.getByRole('button', { name: 'Add a stakeholder' }).click();
    await page.getByText('We’ll email them').waitFor();
  }));

test('a note is read once more when its page has been checked', () =>
  scene(async (dashboard) => {
    const { page, open } = dashboard;
    const { id } = await ws.note(await ws.site({ name: 'Lamps' }));
    await open(`/inbox/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    const check = page.getByRole('button', { name: 'Check all notes of this page' });
    await check.waitFor();
    await page.waitForLoadState('networkidle');
    let read = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith(`/annotations/${id}`)) read += 1;
    });
    await check.click();
    await until(async () => read > 0 && (await check.isEnabled()), 'the end of the check');
    // Each answer would ask again.
    for (let answers = 0; answers < 10; answers += 1)
      await page.evaluate((path) => fetch(path).then((answer) => answer.text()), '/dashboard/config.json');
    expect(read).toBeLessThanOrEqual(2);
  }));

test('links to the files of an open note are replaced before they expire', () =>
  scene(async (dashboard) => {
    const { page, open } = dashboard;
    await page.clock.install();
    await open(`/inbox/${note.id}`);
    await signInByHand(dashboard, ws.owner.email);
    const file = page.getByRole('link', { name: 'console.log' });
    await file.waitFor();
    // The second look at the changes reads the note as well.
    for (let looks = 0; looks < 3; looks += 1) {
      const looked = page.waitForResponse('**/api/widget/changes**');
      await page.clock.fastForward(10_000);
      await looked;
    }
    await page.waitForLoadState('networkidle');
    const read = page.waitForResponse(`**/api/widget/annotations/${note.id}`);
    await page.clock.fastForward(240_000);
    const { files } = await (await read).json();
    await until(async () => (await file.getAttribute('href')) === files[1].url, 'the new link');
  }));
