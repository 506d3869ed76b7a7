import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { call, newWorkspace } from '../../driver.ts';
import { showcased } from '../../showcase/showcased.ts';
import { dropper, freshAddress, hold, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

const LONG_TEXT = 'Lamps that last. '.repeat(20_000);

/** The browser notes each refusal as a failed request. */
const areRefusals = (complaints: string[]) => complaints.splice(0).every((one) => one.includes('422'));

test('an API token isn’t created with an expiry that JavaScript can’t represent, which would never expire', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    await call('PATCH', '/api/me', { as: ws.owner, body: { time_zone: 'Pacific/Auckland' } });
    await open('/workspace?tab=tokens');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('button', { name: 'New API token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly triage');
    await page.getByLabel('Expires').selectOption('on a date I choose');
    await page.getByLabel('Last day').fill('10000-01-01');
    await page.getByRole('button', { name: 'Create token' }).click();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(await page.getByLabel('Last day').evaluate((day: HTMLInputElement) => day.validity.rangeOverflow)).toBe(
      true,
    );
    await page.getByLabel('Last day').fill('2999-12-31');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByText('Nightly triage').waitFor();
    const { body } = await call('GET', `/api/workspaces/${ws.id}/api-tokens`, { as: ws.owner });
    // The day ends in the profile's time zone.
    expect(body.items).toMatchObject([{ expires_at: `${Date.parse('2999-12-31T10:59:59Z')}` }]);
  }));

test('after a reload, invitations have the same role and sites, and those sent before aren’t sent again', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    await ws.site({ name: 'Shop' });
    const [first, second] = [freshAddress(), freshAddress()];
    await open('/workspace?tab=invitations');
    await signInByHand(dashboard, ws.owner.email);
    const addresses = page.getByLabel('Email addresses');
    await addresses.fill(`${first}, ${second}`);
    await page.getByRole('radio', { name: /Guest/ }).check();
    await page.getByRole('checkbox', { name: 'Shop' }).check();
    await page.reload();
    expect(await page.getByRole('checkbox', { name: 'Shop' }).isChecked()).toBe(true);
    await page.route('**/invitations', async (route) => {
      if (!route.request().postData()?.includes(second)) await route.fallback();
    });
    await page.getByRole('button', { name: 'Send 2 invitations' }).click();
    await page.getByText(/was invited$/).waitFor();
    const asked = page.waitForEvent('dialog', { timeout: 5000 });
    await page.evaluate(() => setTimeout(() => location.reload()));
    await (await asked).accept();
    await page.getByRole('button', { name: 'Send invitation' }).waitFor();
    expect(await addresses.inputValue()).toBe(second);
    expect(await page.getByRole('checkbox', { name: 'Shop' }).isChecked()).toBe(true);
    dashboard.complaints.splice(0);
  }));

test('a form of invitations that is left and reopened while it sends waits, and then keeps only refused addresses', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const [first, second] = [freshAddress(), freshAddress()];
    await open('/workspace?tab=invitations');
    await signInByHand(dashboard, ws.owner.email);
    const addresses = page.getByLabel('Email addresses');
    await addresses.fill(`${first}, unfinished, ${second}`);
    const send = await hold(page, '**/invitations');
    await page.getByRole('button', { name: 'Send 3 invitations' }).click();
    await page.getByRole('link', { name: 'Members' }).click();
    await addresses.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByRole('button', { name: 'Send 3 invitations', disabled: true }).waitFor();
    expect(await addresses.isEditable()).toBe(false);
    send();
    await page.getByRole('button', { name: 'Send invitation', disabled: false }).waitFor();
    expect(await addresses.inputValue()).toBe('unfinished');
    await page.getByText(second).waitFor();
    dashboard.complaints.splice(0);
  }));

test('a refusal that no field shows is shown at the end of its form', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Shop' });
    const [member, note] = await Promise.all([ws.member(), ws.note(site, { body: 'The lamp is dark' })]);
    await open(`/inbox/${note.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByText('Internal note', { exact: true }).click();
    const reply = page.getByRole('textbox', { name: 'Internal note' });
    await reply.fill(`Could @${member.name.slice(0, 20)}`);
    await reply.press('End');
    await page.getByRole('option', { name: member.name, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await call('DELETE', `/api/workspaces/${ws.id}/members/${member.user_id}`, { as: ws.owner });
    await page.getByRole('button', { name: 'Add internal note' }).click();
    await page.getByRole('alert').filter({ hasText: 'This person can’t see the note.' }).waitFor();

    await open(`/sites/${site.id}?tab=settings`);
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel('Question', { exact: true }).fill('Which plan?');
    await page.getByLabel('Answer', { exact: true }).selectOption('choice');
    await page.getByLabel('Answers to choose from').fill('P'.repeat(61));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'questions.0.options.0' }).waitFor();
    // One at a field isn't repeated at the end.
    await page.getByLabel('Answers to choose from').fill('Free');
    await page.getByLabel('Address').fill('ftp://shop.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field-error').waitFor();
    await page.locator('form .error-note').waitFor({ state: 'detached' });

    await open(`/inbox?${new URLSearchParams({ site: site.id, q: 'ü'.repeat(200) })}`);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('Save the current filters as').fill('Umlauts');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'search' }).waitFor();
    expect(areRefusals(complaints)).toBe(true);
  }));

test('while its file uploads, a form takes no text and no further file, which it wouldn’t send', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Shop' });
    const note = await ws.note(site, { body: 'The lamp is dark' });
    await open('/reviews/new?kind=file');
    await signInByHand(dashboard, ws.owner.email);
    const file = { name: 'lamps.md', mimeType: 'text/markdown', buffer: Buffer.from(LONG_TEXT.slice(0, 500)) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Remove lamps.md' }).waitFor();
    const review = await hold(page, '**/api/reviews/upload-url');
    await page.getByRole('button', { name: 'Start review' }).click();
    await page.getByRole('progressbar').waitFor();
    expect(await page.getByLabel('Title').isEditable()).toBe(false);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Start review' }).waitFor();
    expect(await page.getByLabel('Title').isEditable()).toBe(true);
    review();

    await open(`/inbox/${note.id}`);
    await page.getByRole('button', { name: 'Attach proof' }).click();
    const png = { name: 'after.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') };
    await page.getByLabel('After', { exact: true }).setInputFiles(png);
    await page.getByLabel('Describe the fix').fill('Brighter now.');
    const proof = await hold(page, '**/resolutions/upload-url');
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('button', { name: 'Attach', exact: true, disabled: true }).waitFor();
    expect(await page.getByLabel('Describe the fix').isEditable()).toBe(false);
    expect(await page.getByLabel('Link to the change').isEditable()).toBe(false);
    const drop = await dropper(page);
    await drop('before.png', 'PNG', '.picture-field:first-child .drop');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.getByRole('button', { name: 'Remove: Before' }).count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    proof();
  }));

test('a pasted text that is too long doesn’t keep a page from being reviewed', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    await open('/reviews/new?kind=text');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByLabel('Text to review').fill(LONG_TEXT);
    await page.getByText('characters over the limit').waitFor();
    await page.getByText('Page address', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Page address' }).fill('https://shop.example/');
    const created = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/reviews'));
    await page.getByRole('button', { name: 'Start review' }).click();
    expect((await created).postDataJSON()).toMatchObject({ input_type: 'site', url: 'https://shop.example/' });
    await page.getByRole('heading', { level: 1, name: 'shop.example' }).waitFor();
  }));

interface Draft {
  path: string;
  open?: string;
  label: string;
  text: string;
  /** Discards the text. */
  end: (page: Page) => Promise<void>;
}

const expectKept = async (page: Page, { path, open, label, text, end }: Draft, base: string) => {
  const field = page.getByRole('textbox', { name: label, exact: true });
  const begin = async () => {
    if (open) await page.getByRole('button', { name: open }).first().click();
    await field.waitFor();
  };
  await page.goto(`${base}${path}`);
  await begin();
  await field.fill(text);
  await page.reload();
  await begin();
  expect([path, await field.inputValue()]).toEqual([path, text]);
  await end(page);
  await page.goto(`${base}${path}`);
  await begin();
  expect([path, await field.inputValue()]).toEqual([path, '']);
};

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' }).click();

test('text typed into a form survives a reload, until it is sent or canceled', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Shop' });
    await open('/sites');
    await signInByHand(dashboard, ws.owner.email);
    const base = page.url().replace(/\/sites.*$/, '');
    const { body: personas } = await call('GET', '/api/personas/mine', { as: ws.owner });
    const drafts: Draft[] = [
      {
        path: '/workspace?tab=webhooks',
        open: 'New webhook',
        label: 'Name optional',
        text: 'Team chat',
        end: cancel,
      },
      { path: '/workspace?tab=tokens', open: 'New API token', label: 'Name', text: 'Nightly triage', end: cancel },
      { path: `/sites/${site.id}?tab=people`, open: 'Add a stakeholder', label: 'Name', text: 'Sam', end: cancel },
      {
        path: `/personas/${personas.items[0].id}`,
        label: 'Text to review',
        text: 'Lamps that last.',
        end: (shown) => shown.getByRole('textbox', { name: 'Text to review' }).fill(''),
      },
      {
        path: '/sites/new',
        label: 'Address',
        text: 'https://lamps.example',
        end: async (shown) => {
          await shown.getByRole('button', { name: 'Create site' }).click();
          await shown.getByRole('heading', { level: 1, name: 'lamps.example' }).waitFor();
        },
      },
    ];
    for (const draft of drafts) await expectKept(page, draft, base);
  }));

test('the reason for rejecting a submission survives a reload, until it is rejected', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const { id } = await showcased(ws, 'pending', { more: { title: 'Lamp shop' } });
    const reason = page.getByRole('textbox', { name: 'Reason' });
    const begin = () => page.getByRole('button', { name: 'Reject', exact: false }).first().click();
    await open(`/admin/showcase/${id}`);
    await signInByHand(dashboard, freshAddress(), { admin: true });
    await begin();
    await reason.fill('Say whose shop it is.');
    await page.reload();
    await begin();
    expect(await reason.inputValue()).toBe('Say whose shop it is.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('“Lamp shop” is rejected.').waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Say whose shop');
  }));

test('text that an office program copied with its picture is pasted as text, a copied file as a file', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    await open('/reviews/new?kind=text');
    await signInByHand(dashboard, ws.owner.email);
    const field = page.getByLabel('Text to review');
    /** Whether the page leaves it to the browser. */
    const paste = (...types: string[]) =>
      field.evaluate((target, known) => {
        const clipboardData = new DataTransfer();
        for (const type of known) clipboardData.setData(type, 'lamps.md');
        clipboardData.items.add(new File(['# Lamps'], 'lamps.md', { type: 'text/markdown' }));
        return target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, types);
    expect(await paste('text/plain', 'text/html')).toBe(true);
    expect(await paste('text/plain', 'text/rtf')).toBe(true);
    expect(await paste('text/plain')).toBe(false);
    await page.getByRole('button', { name: 'Remove lamps.md' }).waitFor();
  }));
