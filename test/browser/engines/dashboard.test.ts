import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { newWorkspace, stage, type Workspace } from '../../driver.ts';
import { lettersOf, readPdf } from '../../exports/read-pdf.ts';
import { seedPersona, seedReview } from '../../reviews/seed.ts';
import { launchChromium } from '../chromium.ts';
import { seedNote } from '../dashboard/note-seed.ts';
import type { Person } from './person.ts';
import { inBrowsers } from './stand.ts';
import { VIEWPORT } from './tab.ts';

let ws: Workspace;
let note: { id: string };
let review: { id: string };

beforeAll(async () => {
  ws = await newWorkspace();
  const site = await ws.site({ name: 'Lamps & Light' });
  await ws.note(site, { body: 'The banner hides the menu', kind: 'design' });
  const painter = await launchChromium();
  [note, review] = await Promise.all([
    seedNote(painter, ws, site),
    seedReview(ws.id, { personas: Array.from({ length: 5 }, () => seedPersona()), more: { title: 'Prices' } }),
    fetch(`${stage().base_url}/dashboard/`),
  ]);
  await painter.close();
});

const open = async ({ tab }: Person, path: string) => tab.goto(`${stage().base_url}/dashboard${path}`);

/** As if the person had signed in before. */
const openSignedIn = async (person: Person, path: string): Promise<void> => {
  await person.tab.goto(`${stage().base_url}/dashboard/config.json`);
  const session = JSON.stringify({ id_token: ws.owner.credential, expires_at: Date.now() + 3_600_000 });
  await person.tab.evaluate((kept: string) => sessionStorage.setItem('sidenote.session', kept), session);
  await open(person, path);
};

/** If SCREENSHOTS names a folder, what is shown is kept there to be looked at. */
const look = async ({ tab }: Person, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), await tab.screenshot());
};

inBrowsers(['Firefox', 'WebKit'], ({ name, on }) => {
  test('a member signs in through the issuer, opens a note from the inbox by keys, and compares its evidence', () =>
    on(async (person) => {
      const { tab, click, fill, see, focus, point, drag, until } = person;
      // The other browser may have moved the note to another column meanwhile.
      await open(person, '/inbox?status=all');
      await click(['button', 'Sign in']);
      await fill('input[type=email]', ws.owner.email);
      await click(['button', 'Sign in']);
      await see(['main a', 'forgets the discount']);
      await look(person, `${name}-inbox`);
      await until('the note to open', async () => {
        await tab.press('j');
        await tab.press('Enter');
        return tab.evaluate(() => location.pathname.startsWith('/dashboard/inbox/'));
      });
      await tab.goto(`${stage().base_url}/dashboard/inbox/${note.id}`);
      await see(['h1', 'forgets the discount']);
      await person.on('.layers img', (image) => (image as HTMLImageElement).naturalWidth > 0);
      const slider = '.evidence input[type=range]';
      const value = () => person.on(slider, (range) => (range as HTMLInputElement).value);
      await focus(slider);
      const before = Number(await value());
      await tab.press('ArrowRight');
      await until('the slider to move', async () => Number(await value()) === before + 1);
      await point('.layers');
      const box = await person.on('.layers', (layers) => {
        const { x, y, width, height } = layers.getBoundingClientRect();
        return { x, y, width, height };
      });
      const y = box.y + box.height / 2;
      await drag([box.x + box.width * 0.3, y], [box.x + box.width * 0.6, y]);
      await until('the slider to follow the pointer', async () => Math.abs(Number(await value()) - 60) <= 1);
      await look(person, `${name}-note`);
    }));

  test('a card is moved to the next column of the board by keyboard', () =>
    on(async (person) => {
      const { tab, focus, see, until } = person;
      await openSignedIn(person, '/inbox?view=board');
      const counts = () =>
        tab.evaluate(() => [...document.querySelectorAll('.column .count')].map((count) => Number(count.textContent)));
      const before = await until('the cards', async () => {
        const all = await counts();
        return all.length > 4 && all[0] ? all : null;
      });
      await focus('.column [aria-haspopup=menu]');
      await tab.press('Enter');
      await see('[role=menu]');
      await until('the next status to have the focus', async () => {
        await tab.press('ArrowDown');
        return tab.evaluate(() => document.activeElement?.getAttribute('data-key') === 'blocked');
      });
      await look(person, `${name}-board`);
      await tab.press('Enter');
      await until('the card to arrive', async () => {
        const after = await counts();
        return (
          after[0] === before[0]! - 1 &&
          after.reduce((sum, one) => sum + one, 0) === before.reduce((sum, one) => sum + one, 0)
        );
      });
    }));

  test('the command palette is opened, closed with Escape, and opened again', () =>
    on(async (person) => {
      const { tab, see, until } = person;
      await openSignedIn(person, '/inbox?status=all');
      await see(['main a', 'forgets the discount']);
      for (let opened = 0; opened < 2; opened += 1) {
        await until('the palette to have the focus', () =>
          tab.evaluate(() => {
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
            return document.activeElement?.getAttribute('role') === 'combobox';
          }),
        );
        await tab.press('Escape');
        await until('the palette to close', () => tab.evaluate(() => document.querySelector('dialog') === null));
      }
    }));

  test('Back and a reload return to the place, and Back asks before changes are lost', () =>
    on(async (person) => {
      const { tab, click, fill, see, until } = person;
      await openSignedIn(person, '/inbox?status=all');
      await see(['main a', 'forgets the discount']);
      await tab.resize(VIEWPORT.width, 300);
      const isAt = (y: number) => () => tab.evaluate((wanted) => Math.abs(scrollY - wanted) < 2, y);
      await tab.evaluate(() => scrollTo(0, 120));
      await click(['nav a', 'Personas']);
      await see(['h1', 'Personas']);
      await until('the top of the page', isAt(0));
      await tab.evaluate(() => history.back());
      await until('the place before', isAt(120));
      await tab.reload();
      await until('the place before the reload', isAt(120));
      await tab.resize(VIEWPORT.width, VIEWPORT.height);

      await click(['nav a', 'Personas']);
      await click(['main a', 'New persona']);
      await fill(['main input', 'Name'], 'Nia');
      await tab.evaluate(() => history.back());
      await see(['[role=alertdialog], [role=dialog]', 'Leave without saving?']);
      await tab.press('Escape');
      await until('the question to close', () => tab.evaluate(() => document.querySelector('[role*=dialog]') === null));
      expect(await tab.evaluate(() => location.pathname)).toBe('/dashboard/personas/new');
    }));

  test('the weights of a persona stay at 100%, by slider and by number', () =>
    on(async (person) => {
      const { tab, click, fill, see, focus, until } = person;
      await openSignedIn(person, '/personas/new');
      await click(['button', 'Add a dimension']);
      await click(['button', 'Add a dimension']);
      const weights = () =>
        tab.evaluate(() =>
          [...document.querySelectorAll<HTMLInputElement>('.dimension input[type=number]')].map(({ value }) =>
            Number(value),
          ),
        );
      const total = (all: number[]) => Math.round(all.reduce((sum, one) => sum + one, 0) * 10) / 10;
      await see('.dimension:nth-child(3)');
      await focus('.dimension input[type=range]');
      const [first = 0] = await weights();
      await tab.press('ArrowRight');
      await until('the weight to rise', async () => Number((await weights())[0]) > first);
      await fill('.dimension input[type=number]', '33.5');
      await tab.press('Tab');
      await until('the typed weight', async () => (await weights())[0] === 33.5);
      const all = await weights();
      expect([all[0], total(all), all.length]).toEqual([33.5, 100, 3]);
      expect(await tab.evaluate(() => document.querySelectorAll('.shares > span').length)).toBe(3);
      await look(person, `${name}-persona`);
    }));

  test('a review is opened from its list, and a finding rated by keys', () =>
    on(async (person) => {
      const { tab, click, see } = person;
      await openSignedIn(person, '/reviews');
      await click(['main a', 'Prices']);
      await see(['h1', 'Prices']);
      await see('.findings');
      await tab.press('j');
      await see('article.finding');
      await tab.press('4');
      await see('article.finding input:checked');
      await look(person, `${name}-review`);
    }));

  // WebKitWebDriver can't print.
  if (name !== 'Firefox') return;
  test('a printed review has no heading as the last line of a page', () =>
    on(async (person) => {
      const { tab, see } = person;
      await openSignedIn(person, `/reviews/${review.id}`);
      await see('.findings');
      await tab.press('j');
      await see('article.finding');
      const headings = await tab.evaluate(() =>
        [...document.querySelectorAll('.report :is(h2, h3, h4, h2 + .fine)')].map((one) => one.textContent ?? ''),
      );
      const ends: string[] = [];
      // Wherever the first page ends.
      for (const space of [90, 180, 270, 360]) {
        await tab.evaluate((height: number) => {
          document.querySelector<HTMLElement>('.report')?.style.setProperty('padding-top', `${height}px`);
        }, space);
        const { last } = await readPdf((await tab.paper?.()) ?? Buffer.of());
        ends.push(...last.slice(0, -1));
      }
      expect(ends.length).toBeGreaterThan(4);
      const isHeading = (line: string) => headings.some((words) => lettersOf(words).endsWith(lettersOf(line)));
      expect(ends.filter(isHeading)).toEqual([]);
    }));
});
