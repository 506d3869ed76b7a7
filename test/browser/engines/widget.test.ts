import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { type Site, serveSite } from '../site.ts';
import { type FakeService, startFakeService } from '../widget/fake-service.ts';
import type { Person } from './person.ts';
import { decoded, differenceOf } from './pictures.ts';
import { inBrowsers } from './stand.ts';
import type { Tab } from './tab.ts';

let site: Site;
let service: FakeService;

beforeAll(async () => {
  service = await startFakeService();
  site = await serveSite(service);
}, 60_000);
beforeEach(() => {
  service.calls.length = 0;
  service.notes.length = 0;
  service.uploads.clear();
});
afterAll(async () => {
  await site?.close();
  await service?.close();
});

const W = 'sidenote-widget >>> ';
const mostBytes = 1_500_000;

const openOn = async ({ tab, click, see }: Person, name: string): Promise<void> => {
  await tab.goto(`${site.origin}/${name}`);
  await see(`${W}.go`);
  await click(`${W}.go`);
  await see(`${W}.composer`);
};
const pictureShown = ({ on }: Person) => on(`${W}.row img`, (image) => (image as HTMLImageElement).naturalWidth > 0);
const attachPicture = async (person: Person): Promise<void> => {
  const { click, on, until } = person;
  const box = `${W}.row input[type=checkbox]`;
  // The form scrolls when its field takes the focus: a press may miss.
  await until('a ticked box', async () => {
    await click([`${W}label`, 'Attach a screenshot']);
    const { isTicked } = await on(box, (found) => ({ isTicked: (found as HTMLInputElement).checked }));
    return isTicked;
  });
  await pictureShown(person);
};
const send = async ({ click, see }: Person): Promise<void> => {
  await click(`${W}.main`);
  await see([`${W}.done strong`, 'Sent']);
};
/** The page without the widget, once two screenshots are the same: what was removed may still be in the last frame. */
const screenshotOfPage = async (tab: Tab): Promise<Buffer> => {
  await tab.evaluate(() => {
    document.querySelector('sidenote-widget')?.remove();
  });
  let last = await tab.screenshot();
  for (let tries = 0; tries < 10; tries += 1) {
    const next = await tab.screenshot();
    if (next.equals(last)) break;
    last = next;
  }
  return last;
};
const screenshotSent = () => {
  const found = [...service.uploads].find(([key]) => key.includes('screenshot'));
  if (!found) throw new Error('No screenshot was uploaded.');
  return found[1];
};

/** If SCREENSHOTS names a folder, the page and the picture of it are kept there to be looked at. */
const keep = async (name: string, bytes: Buffer): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await writeFile(join(folder, name), bytes);
};

/** Parts of /paint, and how much of each may differ. A select's choice is masked; Firefox's own gauges have other ends. */
const PARTS = {
  links: 0.02,
  photo: 0.02,
  backdrop: 0.02,
  gradient: 0.05,
  counters: 0.02,
  toggles: 0.02,
  fields: 0.02,
  area: 0.02,
  gauges: 0.2,
  clamp: 0.02,
  table: 0.02,
  more: 0.02,
} as const;

inBrowsers(['Chromium', 'Firefox', 'WebKit'], ({ name, on }) => {
  test('takes a picture that shows what the page shows, with the first note about the whole page', () =>
    on(async (person) => {
      const { tab, fill } = person;
      await tab.goto(`${site.origin}/paint`);
      await person.click(`${W}.go`);
      await attachPicture(person);
      await fill(`${W}textarea`, 'Words after the picture');
      await send(person);
      const upload = screenshotSent();
      const shown = await screenshotOfPage(tab);
      await keep(`${name}-page.png`, shown);
      await keep(`${name}-taken.${upload.type.slice(6)}`, upload.bytes);
      const page = PNG.sync.read(shown);
      expect(upload.type).toBe(name === 'WebKit' ? 'image/jpeg' : 'image/webp');
      const taken = await decoded(tab, upload);
      expect([taken.width, taken.height]).toEqual([page.width, page.height]);
      const areas = await tab.evaluate(
        (ids: string[]) =>
          ids.map((id) => {
            const { x, y, width, height } = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect();
            return { id, x, y, width, height };
          }),
        Object.keys(PARTS),
      );
      const shares = areas.map(({ id, ...area }) => [id, differenceOf(taken, page, area)] as const);
      expect(shares.filter(([id, share]) => share > PARTS[id as keyof typeof PARTS])).toEqual([]);
      expect(service.sent()[0]?.body).toMatchObject({ context: { anchor: { kind: 'page' } } });
    }));

  test('keeps a picked element, its words and its picture over a reload, and sends all three', () =>
    on(async (person) => {
      const { tab, click, fill, middle, clickAt, read, see } = person;
      await openOn(person, 'demo');
      await click(`${W}[data-mode=element]`);
      await see(`${W}.bar`);
      await clickAt(...(await middle('h1')));
      await pictureShown(person);
      await fill(`${W}textarea`, 'The name is too long');
      await tab.reload();
      await click(`${W}.go`);
      await pictureShown(person);
      expect(await read(`${W}textarea`)).toEqual({ value: 'The name is too long' });
      await send(person);
      expect(service.sent()[0]?.body).toMatchObject({
        body: 'The name is too long',
        screenshot_key: expect.any(String),
        thumbnail_key: expect.any(String),
        context: { anchor: { kind: 'element', tag: 'h1' } },
      });
    }));

  test('sends a note about an area after an outage and a reload, once, without breaking the policy of the page', () =>
    on(async (person) => {
      const { tab, click, drag, fill, see, until } = person;
      await openOn(person, 'marks');
      await tab.evaluate(() => {
        const seen: string[] = [];
        Object.assign(window, { violations: seen });
        document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => seen.push(violatedDirective));
      });
      service.refuse('annotations', null, { status: 503 });
      await click(`${W}[data-mode=region]`);
      await see(`${W}.bar`);
      await drag([100, 120], [380, 300]);
      await pictureShown(person);
      await fill(`${W}textarea`, 'This area');
      await click(`${W}.main`);
      await see([`${W}.done strong`, 'Saved. We’ll send it']);
      expect(await tab.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
      await tab.reload();
      await until('the note to arrive', async () => service.notes.length > 0);
      const keys = service.sent().map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys).size).toBe(1);
      expect(service.notes).toHaveLength(1);
      expect(service.sent().at(-1)?.body).toMatchObject({
        screenshot_key: expect.any(String),
        context: { anchor: { kind: 'region' } },
      });
    }));

  test('makes a picture smaller until it fits the storage and the upload', () =>
    on(async (person) => {
      const { tab, fill } = person;
      await tab.goto(`${site.origin}/demo`);
      await tab.evaluate((surplus: number) => {
        // Takes less time than a page whose picture is that large.
        const { toBlob } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.toBlob = function (done, ...how) {
          const pad = new Uint8Array(this.width > 900 ? surplus : 0);
          toBlob.call(this, (blob) => done(blob && new Blob([blob, pad], { type: blob.type })), ...how);
        };
      }, mostBytes);
      await person.click(`${W}.go`);
      await attachPicture(person);
      await fill(`${W}textarea`, 'Large');
      await send(person);
      const upload = screenshotSent();
      expect(upload.bytes.length).toBeLessThanOrEqual(mostBytes);
      const { width, height } = await decoded(tab, upload);
      expect(width).toBeGreaterThan(400);
      expect(width).toBeLessThanOrEqual(900);
      expect(Math.abs(width / height - 1280 / 800)).toBeLessThan(0.01);
    }));
});
