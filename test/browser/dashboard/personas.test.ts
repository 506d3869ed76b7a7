import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { call, newWorkspace, type Workspace } from '../../driver.ts';
import { newPersona } from '../../personas/gardener.ts';
import { until } from '../../workers/until.ts';
import { type Dashboard, lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();
let writer: Workspace;
let reader: Workspace;

beforeAll(async () => {
  [writer, reader] = await Promise.all([newWorkspace(), newWorkspace()]);
});

const on = (scene: (dashboard: Dashboard) => Promise<void>) =>
  visit(scene, { viewport: { width: 1440, height: 1800 } });

const NAME = `Impatient buyer ${Date.now()}`;
const DIMENSIONS = ['Price', 'Proof', 'Speed'] as const;

const weights = async (page: Page) => {
  const fields = await page.getByRole('spinbutton', { name: /^Weight of/ }).all();
  return Promise.all(fields.map(async (field) => Number(await field.inputValue())));
};
const names = async (page: Page) => {
  const fields = await page.getByLabel('Dimension name').all();
  return Promise.all(fields.map((field) => field.inputValue()));
};
/** A drop is read asynchronously, so the new order arrives after the event. */
const namesBecome = (page: Page, expected: readonly string[]) =>
  until(async () => JSON.stringify(await names(page)) === JSON.stringify(expected), `the order ${expected.join(', ')}`);
const focused = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor();
const dragOnto = async (page: Page, from: number, to: number) => {
  const heads = page.locator('.dimension-head');
  const [start, end] = await Promise.all([heads.nth(from).boundingBox(), heads.nth(to).boundingBox()]);
  if (!start || !end) throw new Error('There is nothing to drag.');
  await page.mouse.move(start.x + 20, start.y + 15);
  await page.mouse.down();
  await page.mouse.move(end.x + 20, end.y + 15, { steps: 5 });
  await page.mouse.up();
};
const total = (numbers: readonly number[]) => Math.round(numbers.reduce((sum, one) => sum + one, 0) * 10) / 10;

const writePersona = async (page: Page) => {
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('Category').fill('Buyers');
  await page.getByLabel('Title').fill('Buys within a minute or not at all');
  await page
    .getByLabel('Description', { exact: true })
    .fill('Skims, looks for the price, and leaves where it is hidden.');
  await page.getByLabel('Custom instructions').fill('We sell lamps.');
  for (const [index, name] of DIMENSIONS.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add a dimension' }).click();
    await page.getByLabel('Dimension name').nth(index).fill(name);
    await page.getByLabel('Question it asks').nth(index).fill(`Whether ${name} is there.`);
  }
};

test('the bar of weights has one segment per dimension while the dimensions have no names', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    await open('/personas/new');
    await signInByHand(dashboard, writer.owner.email);
    const add = page.getByRole('button', { name: 'Add a dimension' });
    await add.click();
    await add.click();
    const segments = page.locator('.shares > span');
    expect(await segments.count()).toBe(3);
    for (let step = 0; step < 5; step += 1)
      await page
        .getByRole('slider', { name: /^Weight of/ })
        .first()
        .press('ArrowRight');
    expect(await segments.count()).toBe(3);
    expect(total(await weights(page))).toBe(100);
  }));

test('a persona is created with weights that add up to 100%, tested on a sample, published, and cloned by another workspace', async () => {
  await on(async (dashboard) => {
    const { page, open } = dashboard;
    await open('/personas?q=contrast');
    await signInByHand(dashboard, writer.owner.email);
    await page.getByRole('link', { name: 'WCAG auditor' }).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByText('60 of 60 personas').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBeNull();
    await page.getByRole('link', { name: 'support 3' }).click();
    await page.getByText('3 of 60 personas').waitFor();
    expect(new URL(page.url()).searchParams.get('category')).toBe('support');
    await lookAt(page, 'personas');
    await page.getByRole('link', { name: 'Support lead' }).click();
    const category = page.getByRole('combobox', { name: 'Category' });
    await category.waitFor();
    expect(await category.inputValue()).toBe('Support');
    await category.fill('Copy');
    await page.getByText('Unsaved changes').waitFor();
    await category.fill('Support');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await page.goBack();

    await page.getByRole('link', { name: 'New persona' }).click();
    await writePersona(page);
    expect(await weights(page)).toEqual([33.4, 33.3, 33.3]);
    await page.getByLabel('Weight of Price in percent').fill('50');
    expect(await weights(page)).toEqual([50, 25, 25]);
    await page.getByRole('button', { name: 'Lock the weight of Price' }).click();
    await page.getByRole('slider', { name: 'Weight of Proof' }).press('ArrowRight');
    expect(await weights(page)).toEqual([50, 26, 24]);
    await page.getByRole('button', { name: 'Move Speed', exact: true }).focus();
    await page.keyboard.press('Enter');
    await focused(page, 'li[aria-label="Proof"]');
    await page.keyboard.press('Tab');
    await focused(page, 'li[aria-label="Price"]');
    await page.keyboard.press('Enter');
    await namesBecome(page, ['Speed', 'Price', 'Proof']);
    await focused(page, '[aria-label="Move Speed"]');
    await dragOnto(page, 0, 2);
    await namesBecome(page, ['Price', 'Proof', 'Speed']);
    await page.getByRole('button', { name: 'Move Proof up' }).click();
    await namesBecome(page, ['Proof', 'Price', 'Speed']);
    await page.getByRole('button', { name: 'Move Price up' }).click();
    const moved = ['Price', 'Proof', 'Speed'];
    await namesBecome(page, moved);
    const speed = page.locator('li[aria-label="Speed"]');
    await speed.getByText('Scores and evidence in detail').click();
    await speed.getByLabel('Judged only if').selectOption('A running page');
    await speed.getByText('Judged only on a running page').waitFor();
    await page.reload();
    await page.getByText('still here, not saved').waitFor();
    await speed.getByText('Judged only on a running page').waitFor();
    expect([await names(page), total(await weights(page))]).toEqual([moved, 100]);
    await lookAt(page, 'persona-new');
    await page.getByRole('link', { name: 'Sites' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Create persona' }).click();
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await page.getByRole('button', { name: 'Landing page' }).click();
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByText('Measured by rules, no AI').waitFor();
    await page.getByText('Nothing to fix was found in this text.').waitFor();
    await lookAt(page, 'persona-tested');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Public since').waitFor();
    await page.getByText('Published. It appears').waitFor();

    const path = `/api/personas/${page.url().split('/').at(-1)}`;
    const needs = async () =>
      (await call('GET', path, { as: writer.owner })).body.evaluation_dimensions.map(
        (one: { needs?: string }) => one.needs,
      );
    expect(await needs()).toEqual([undefined, undefined, 'running_page']);
    const theirs = { title: 'Buys slowly', description: 'Reads everything.' };
    await call('PATCH', path, { as: writer.owner, body: theirs });
    await page.getByLabel('Title').fill('Buys at once');
    await page.getByRole('button', { name: 'Save and test' }).click();
    const clash = page.getByRole('alert').filter({ hasText: 'Someone else changed this persona' });
    await clash.getByText('Buys slowly').waitFor();
    await page.getByText('Nothing to fix was found in this text.').waitFor();
    await lookAt(page, 'persona-clash');
    expect((await call('GET', path, { as: writer.owner })).body).toMatchObject(theirs);
    await clash.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await call('GET', path, { as: writer.owner })).body).toMatchObject({ ...theirs, title: 'Buys at once' });
    await speed.getByText('Scores and evidence in detail').click();
    await speed.getByLabel('Judged only if').selectOption('No condition');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until(async () => (await needs()).every((one: unknown) => one === undefined), 'the condition to be gone');
    await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
    await speed.getByLabel('Judged only if').selectOption('A picture');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until(async () => (await needs()).includes('picture'), 'the other condition to be saved');
  });
  await on(async (dashboard) => {
    const { page, open } = dashboard;
    await open('/personas/marketplace?category=Buyers');
    await signInByHand(dashboard, reader.owner.email);
    await page.getByRole('button', { name: NAME }).waitFor();
    await lookAt(page, 'marketplace');
    await page.getByRole('button', { name: NAME }).click();
    const preview = page.getByRole('dialog', { name: NAME });
    await preview.getByText('Uncalibrated: no ratings yet').waitFor();
    expect(await preview.textContent()).not.toContain('We sell lamps');
    await preview.getByText('Judged only on a running page').waitFor();
    await lookAt(page, 'market-preview');
    await preview.getByRole('button', { name: 'Copy to my workspace' }).click();
    await page.getByText(/^Copied\./).waitFor();
    expect(total(await weights(page))).toBe(100);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 1, name: 'Marketplace' }).waitFor();
  });
});

test('a double click on “Save and test” starts one test, which may say why it judged nothing; deleting the last persona of a category leads to all', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const { name } = await newPersona(reader, { category: 'Gardeners' });
    await open('/personas?category=Gardeners');
    await signInByHand(dashboard, reader.owner.email);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Digs at once');
    await page.getByLabel('Text to review').fill('Lamps that last.');
    await page.getByRole('button', { name: 'Save and test' }).dblclick();
    await page.getByText('Measured by rules, no AI').waitFor();
    const { body } = await call('GET', '/api/reviews', { as: reader.owner });
    expect(body.items).toHaveLength(1);

    const why = 'Nothing that this panel judges can be seen in the content.';
    await page.route('**/api/reviews/*', async (route) => {
      const answer = await route.fetch();
      const unjudged = { status: 'not_judged', error: why, error_codes: [] };
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...unjudged } });
    });
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByText(why).waitFor();
    expect(await page.getByText('Nothing to fix was found').count()).toBe(0);

    await page.getByRole('button', { name: 'Delete persona' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('60 of 60 personas').waitFor();
  }));

test('undoing a save and resetting a default persona keep text typed since', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const { body } = await call('GET', '/api/personas/mine', { as: reader.owner });
    const { id, title } = body.items.find(({ is_default }: { is_default: boolean }) => is_default);
    await open(`/personas/${id}`);
    await signInByHand(dashboard, reader.owner.email);
    const titleField = page.getByRole('textbox', { name: 'Title' });
    const instructions = page.getByLabel('Custom instructions');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await titleField.fill('Buys at once');
    await save.click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await instructions.fill('We sell lamps.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await titleField.inputValue()) === title, 'the former title');
    expect(await instructions.inputValue()).toBe('We sell lamps.');

    await titleField.fill('Buys slowly');
    await save.click();
    await save.and(page.locator(':disabled')).waitFor();
    await instructions.fill('We sell desk lamps.');
    await page.getByRole('button', { name: 'Reset' }).click();
    await until(async () => (await titleField.inputValue()) === title, 'the default title');
    expect(await instructions.inputValue()).toBe('We sell desk lamps.');
    expect(await page.getByText('Someone else changed').count()).toBe(0);
  }));

test('searching the whole marketplace ends at a page that fails, which is shown, and when its page is left', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    let asked = 0;
    let isDown = true;
    await page.route('**/api/marketplace/personas?*', (route) => {
      asked += 1;
      const at = Number(new URL(route.request().url()).searchParams.get('cursor'));
      if (isDown && at === 2) return route.fulfill({ status: 500, json: {} });
      return route.fulfill({ json: { items: [], next_cursor: String(at + 1) } });
    });
    await open('/personas/marketplace?q=lamp');
    await signInByHand(dashboard, reader.owner.email);
    const searchAll = page.getByRole('button', { name: 'Search all' });
    await searchAll.click();
    await page.getByText('Something went wrong on our side.').waitFor();
    await lookAt(page, 'marketplace-failed');
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(4);
    complaints.splice(0);

    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await searchAll.click();
    await until(async () => asked > 8, 'some pages');
    await page.getByRole('link', { name: 'Personas' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Personas' }).waitFor();
    const left = asked;
    await page.waitForLoadState('networkidle');
    expect(asked - left).toBeLessThanOrEqual(1);
  }));
