import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call, newWorkspace, stage, type Workspace } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { type Opened, openPage, pictureTaken, pinElement, type Site, serveSite, writeAndSend } from '../site.ts';
import { expectAccessible, keepPictures, lookAt, refuseOnce, signInByHand, withBrowser } from './stand.ts';

const { browser, openDashboard } = withBrowser();
let pages: Site;
let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
const HOSTILE =
  '<img src=x onerror="document.title=1"><script>document.title=1</script> [x](javascript:alert(1)) \u202egnp.exe';

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site({ name: 'Demo shop', allowed_origins: ['http://placeholder.example'] });
  const base = stage().base_url;
  const bucket = new URL(process.env.AWS_ENDPOINT_URL_S3 ?? '').origin;
  pages = await serveSite({ script: `${base}/w/${site.loader_secret_id}/widget.js`, base, bucket });
  await call('PATCH', `/api/widget/sites/${site.id}`, { as: ws.owner, body: { allowed_origins: [pages.origin] } });
});

afterAll(async () => {
  await pages?.close();
});

const leaveNotes = async () => {
  const opened: Opened = await openPage(browser(), pages, 'demo');
  try {
    await pinElement(opened.page, 'main button, main a');
    await pictureTaken(opened.page);
    expect(await writeAndSend(opened.page, 'The total here forgets the discount that the banner promises.')).toMatch(
      /Sent/,
    );
  } finally {
    await opened.page.context().close();
  }
  const { body: settings } = await call('GET', '/api/widget/settings', {
    as: { credential: site.widget_token },
    headers: { origin: pages.origin },
  });
  expect(settings.site.name).toBe('Demo shop');
  const sent = await call('POST', '/api/widget/annotations', {
    as: { credential: site.widget_token },
    headers: { origin: pages.origin },
    body: {
      body: HOSTILE,
      kind: 'idea',
      name: 'Mallory',
      context: { page: { url: `${pages.origin}/demo` }, anchor: { kind: 'page' } },
    },
  });
  expect(sent.status).toBe(200);
};

test('a note from a real widget is read, answered, resolved and reopened; hostile text stays text', async () => {
  await leaveNotes();
  await call('POST', '/api/workspaces', { as: ws.owner, body: { name: 'Agency' } });
  const dashboard = await openDashboard();
  const { page, complaints, open } = dashboard;
  const look = (name: string) => lookAt(page, name);
  try {
    await open('/inbox');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('button', { name: /Switch workspace/ }).click();
    await page.getByRole('menu').waitFor();
    await look('menu');
    await page.getByRole('menuitemradio', { name: 'Agency' }).click();
    await page.getByRole('heading', { name: 'Start with a site' }).waitFor();
    await page.getByRole('button', { name: /Switch workspace: Agency/ }).click();
    await page.getByRole('menuitemradio', { name: /workspace/ }).click();
    await page.getByText('forgets the discount').waitFor();
    await page.getByText('<img src=x').waitFor();
    await look('inbox');

    await page.getByLabel('Kind').selectOption('idea');
    await page.getByText('forgets the discount').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('kind')).toBe('idea');
    await page.goBack();
    await open('/inbox');

    await page.getByText('forgets the discount').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /forgets the discount/ }).waitFor();
    const picture = page.getByRole('img', { name: /Screenshot of the page/ });
    await picture.waitFor();
    expect(
      await picture.evaluate(async (img: HTMLImageElement) => [await img.decode(), img.naturalWidth][1]),
    ).toBeGreaterThan(100);

    await page.keyboard.press('r');
    await page.keyboard.type('Found it: the old price list.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').filter({ hasText: 'the old price list' }).waitFor();
    await look('note');
    await page.getByRole('button', { name: 'Copy for an agent' }).click();
    await page.getByText('Copied as Markdown').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('forgets the discount');

    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByRole('dialog', { name: 'Resolve this note' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    await page.keyboard.press('z');
    await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('keys');
    const singleKeys = page.getByRole('switch', { name: 'Single-key shortcuts' });
    await singleKeys.uncheck();
    await keepPictures(page, 'keys-off');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
    await page.keyboard.press('e');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('keyboard');
    await page.keyboard.press('Enter');
    await singleKeys.check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.title()).toMatch(/Sidenote$/);
    expect(complaints).toEqual([]);
  } finally {
    await dashboard.close();
  }
});

/** Notes of a second site, newest last, and one that looks like spam. */
const seedTriage = async () => {
  const shop = await ws.site({ name: 'Second shop' });
  const page = { page: { url: 'https://shop.example.com/stra%C3%9Fe' }, anchor: { kind: 'page' } };
  await ws.note(shop, { body: 'Der Preis steht in der falschen Größe', name: 'Zoë' });
  await ws.note(shop, { body: 'The banner hides the menu', kind: 'design' });
  await ws.note(shop, { body: 'Do you ship to Norway?', kind: 'question' });
  await ws.note(shop, { body: 'Grosse Buttons, please', context: page });
  await ws.note(shop, { body: 'Buy https://a.example.net https://b.example.org https://c.example.biz' });
  return shop;
};

test('notes are searched, selected by keyboard, changed together and undone; new notes wait while reading; quarantine is reachable', async () => {
  const shop = await seedTriage();
  const dashboard = await openDashboard();
  const { page, complaints, open } = dashboard;
  const rows = page.getByRole('list', { name: 'Inbox' }).getByRole('listitem');
  try {
    await page.clock.install();
    await open(`/inbox?site=${shop.id}&q=grosse`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByText('2 found').waitFor();
    expect(await page.locator('mark').allInnerTexts()).toEqual(['Grosse', 'Größe']);
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('straße zoe');
    await page.getByText('Nothing found').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('straße zoe');
    await page.getByRole('link', { name: 'Clear filters' }).click();

    await rows.nth(3).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await lookAt(page, 'inbox-selected');
    await ws.note(shop, { body: 'This one comes in meanwhile' });
    await page.clock.fastForward(10_000);
    await page.getByRole('button', { name: '1 new note' }).click();
    await rows.nth(4).waitFor();
    expect(await rows.allTextContents()).toEqual([
      expect.stringContaining('comes in meanwhile'),
      ...Array.from({ length: 4 }, () => expect.any(String)),
    ]);

    await refuseOnce(page, '**/api/widget/annotations/*', 409, 'Others change it too.');
    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
    await page.getByRole('alert').filter({ hasText: '1 note was not changed' }).waitFor();
    await until(async () => (await rows.count()) === 4, 'four rows');
    await page.getByRole('button', { name: 'Undo' }).click();
    await rows.nth(4).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Quarantine 1' }).click();
    await page.getByText('Many links, few words.').waitFor();
    expect(await page.title()).toMatch(/^Quarantine · .+ · Inbox · Sidenote$/);
    await lookAt(page, 'inbox-quarantine');
    await page.getByRole('button', { name: 'Move back' }).click();
    await page.getByText('Nothing in quarantine').waitFor();
    await page.getByRole('link', { name: /^Pending/ }).click();
    await rows.filter({ hasText: 'Buy https://' }).getByRole('link').focus();
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Reply' }).and(page.locator(':focus')).waitFor();
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([]);
  } finally {
    await dashboard.close();
  }
});

test('the notes of all sites are one list, newest first; a site that vanishes leaves the others; one site is a choice away', async () => {
  const agency = await newWorkspace();
  const shop = await agency.site({ name: 'Ceramics' });
  const blog = await agency.site({ name: 'Journal' });
  const gone = await agency.site({ name: 'Old shop' });
  await agency.note(shop, { body: 'First, in the shop' });
  await agency.note(blog, { body: 'Second, in the blog' });
  await agency.note(shop, { body: 'Third, in the shop' });
  const dashboard = await openDashboard();
  const { page, complaints, open } = dashboard;
  const rows = page.getByRole('list', { name: 'Inbox' }).getByRole('listitem');
  try {
    await page.clock.install();
    await open(`/inbox?site=${shop.id}`);
    await signInByHand(dashboard, agency.owner.email);
    await rows.nth(1).waitFor();
    expect(await rows.filter({ hasText: 'Ceramics' }).count()).toBe(0);
    await page.getByLabel('Site', { exact: true }).selectOption('All sites');
    await rows.nth(2).waitFor();
    expect(await rows.allTextContents()).toEqual([
      expect.stringMatching(/Third.*Ceramics/),
      expect.stringMatching(/Second.*Journal/),
      expect.stringMatching(/First.*Ceramics/),
    ]);
    expect(await page.title()).toMatch(/^Pending · All sites · Inbox/);
    await lookAt(page, 'inbox-all-sites');

    await page.keyboard.press('j');
    for (const key of ['j', 'x', 'e']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Close without an outcome' }).or(page.getByRole('dialog')).first().waitFor();
    await page.keyboard.press('Enter');
    await until(async () => (await rows.count()) === 2, 'two rows');
    await page.getByRole('button', { name: 'Undo' }).click();
    await rows.nth(2).waitFor();

    await call('DELETE', `/api/widget/sites/${gone.id}`, { as: agency.owner });
    await agency.note(blog, { body: 'Fourth, in the blog' });
    await page.clock.fastForward(10_000);
    await page.getByText('Fourth, in the blog').waitFor();
    expect(await rows.count()).toBe(4);
    await page.getByLabel('Site', { exact: true }).selectOption('Journal');
    await rows.filter({ hasText: 'shop' }).first().waitFor({ state: 'detached' });
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  } finally {
    await dashboard.close();
  }
});

test('a note on the board is moved by pointer and by keyboard, and back by undo', async () => {
  const shop = await seedTriage();
  const dashboard = await openDashboard();
  const { page, complaints, open } = dashboard;
  const cards = (status: string) => page.getByRole('list', { name: status }).getByRole('listitem');
  try {
    await open(`/inbox?site=${shop.id}&view=board`);
    await signInByHand(dashboard, ws.owner.email);
    await cards('Pending').nth(3).waitFor();
    await cards('Pending')
      .filter({ hasText: 'Norway' })
      .dragTo(page.getByRole('region', { name: 'Duplicate' }));
    await page.getByRole('button', { name: 'Close without an outcome' }).click();
    await cards('Duplicate').filter({ hasText: 'Norway' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await cards('Pending').nth(3).waitFor();
    await lookAt(page, 'inbox-board');

    await cards('Pending').filter({ hasText: 'The banner' }).getByRole('link').focus();
    await page.keyboard.press('Tab');
    await page
      .getByRole('button', { name: /^Move: The banner/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Resolved' }).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('dialog', { name: 'Resolve this note' }).waitFor();
    await page.keyboard.press('Enter');
    const moved = cards('Resolved').filter({ hasText: 'The banner' });
    await moved.waitFor();
    // The card moves before the change is saved.
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.reload();
    await moved.waitFor();
    await page.getByRole('searchbox').fill('nobody wrote this');
    await page.getByRole('heading', { name: 'No notes match these filters' }).waitFor();
    expect(await page.getByRole('region', { name: 'Pending' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await moved.waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await dashboard.close();
  }
});

test('errors are in German for German users; sessions renew silently; an expired one asks once to sign in again and keeps the page, until sign-out', async () => {
  const dashboard = await openDashboard({ locale: 'de-DE', viewport: { width: 390, height: 844 } });
  const { page, open } = dashboard;
  try {
    await open('/sites');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByLabel('Email').fill(ws.owner.email);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Websites' }).waitFor();
    await expectAccessible(page);

    const words: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/assets/refusals')) words.push(request.url());
    });
    await page.getByRole('link', { name: 'Website hinzufügen' }).click();
    await page.getByLabel('Adresse').fill('ftp://shop.example');
    expect(words).toEqual([]);
    await page.getByRole('button', { name: 'Website anlegen' }).click();
    await page.getByText(/^Diese Adresse lässt sich nicht verwenden/).waitFor();
    expect(words).toHaveLength(1);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Websites' }).waitFor();

    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/oauth2/token')) asked += 1;
    });
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('sidenote.session') ?? '{}');
      sessionStorage.setItem('sidenote.session', JSON.stringify({ ...kept, expires_at: Date.now() }));
    });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Websites' }).waitFor();
    // The heading may be there before the renewed session is stored, which would replace the one that is set below.
    await page.waitForFunction(
      () => JSON.parse(sessionStorage.getItem('sidenote.session') ?? '{}').expires_at > Date.now(),
    );
    expect(asked).toBe(1);
    asked = 0;
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('sidenote.session') ?? '{}');
      sessionStorage.setItem(
        'sidenote.session',
        JSON.stringify({ ...kept, id_token: `${kept.id_token.slice(0, -8)}AAAAAAAA`, refresh_token: 'gone' }),
      );
    });
    await page.reload();
    await page.getByText('Ihre Sitzung ist abgelaufen').waitFor();
    expect(asked).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/dashboard/sites');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByLabel('Email').fill(ws.owner.email);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Websites' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/sites');

    await page.getByRole('button', { name: /Konto und Einstellungen/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { level: 1, name: /Notizen am Rand/ }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('sidenote.session'))).toBeNull();
  } finally {
    await dashboard.close();
  }
});
