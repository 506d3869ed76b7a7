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
});
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
  await see(`${W}.bar`);
  await click(`${W}.bar [data-mode=page]`);
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

/** Parts of /paint, and how much of each may differ. Firefox's own gauges have other ends. */
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
  inline: 0.02,
  ramp: 0.02,
} as const;

inBrowsers(['Chromium', 'Firefox', 'WebKit'], ({ name, on }) => {
  test('the widget takes a picture that shows what the page shows, with the first note about the whole page', () =>
    on(async (person) => {
      const { tab, fill } = person;
      await tab.goto(`${site.origin}/paint`);
      await person.click(`${W}.go`);
      await person.click(`${W}.bar [data-mode=page]`);
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

  test('the widget sends what was drawn on the picture, and nothing of what was blurred', () =>
    on(async (person) => {
      const { tab, click, drag, clickAt, fill, focus, gone, see, until } = person;
      await tab.goto(`${site.origin}/demo`);
      await click(`${W}.go`);
      await click(`${W}.bar [data-mode=page]`);
      await attachPicture(person);
      const title = await tab.evaluate(() => {
        const { x, y, width, height } = document.querySelector('h1')?.getBoundingClientRect() ?? new DOMRect();
        return { x, y, width, height };
      });
      const stored = () => tab.evaluate(() => JSON.stringify(sessionStorage));
      const pictureIn = (text: string) => /data:image[^\\"]+/.exec(text)?.[0] ?? '';
      const before = pictureIn(await stored());
      expect(before.length).toBeGreaterThan(1000);
      await click(`${W}.draws`);
      await see(`${W}.draw`);
      const at = await person.on(`${W}.draw canvas`, (found) => {
        const { x, y, width } = found.getBoundingClientRect();
        return { x, y, scale: width / (found as HTMLCanvasElement).width };
      });
      const place = (x: number, y: number) => [at.x + x * at.scale, at.y + y * at.scale] as const;
      await click(`${W}[data-tool=blur]`);
      await drag(place(title.x - 4, title.y - 4), place(title.x + title.width + 4, title.y + title.height + 4));
      await click(`${W}[data-tool=arrow]`);
      await drag(place(100, 700), place(300, 640));
      await click(`${W}[data-tool=box]`);
      await focus(`${W}.draw canvas`);
      await tab.press('Enter');
      await tab.press('ArrowRight');
      await click(`${W}[data-tool=words]`);
      await clickAt(...place(420, 640));
      await see(`${W}.draw input`);
      await fill(`${W}.draw input`, 'Too long');
      await tab.press('Enter');
      await gone(`${W}.draw input`);
      await keep(`${name}-drawing.png`, await tab.screenshot());
      await click(`${W}.draw .main`);
      await gone(`${W}.draw`);
      await until('the drawn picture in the draft', async () => {
        const after = pictureIn(await stored());
        return after && after !== before;
      });
      expect(await stored()).not.toContain(before);
      await fill(`${W}textarea`, 'Drawn on');
      await send(person);
      const upload = screenshotSent();
      await keep(`${name}-drawn.${upload.type.slice(6)}`, upload.bytes);
      const taken = await decoded(tab, upload);
      const colorAt = (x: number, y: number) => [...taken.data.subarray((y * taken.width + x) * 4).subarray(0, 3)];
      const [left, top] = [Math.floor(title.x - 4), Math.floor(title.y - 4)];
      const block = Math.max(24, Math.ceil((taken.width / 220) * 6), Math.ceil((title.height + 8) / 3));
      // Inside a block, all is one color; compression blurs its edges.
      const inBlock = [6, 12, 16].flatMap((y) => [6, 9, 12, 15, 18].map((x) => colorAt(left + block * 2 + x, top + y)));
      for (const part of [0, 1, 2]) {
        const values = inBlock.map((color) => color[part] ?? 0);
        expect(Math.max(...values) - Math.min(...values)).toBeLessThan(16);
      }
      const [red = 0, green = 0] = colorAt(200, 670);
      expect(red - green).toBeGreaterThan(100);
      // The pictures of the box, which the keyboard put in the middle and moved, and of the panel that had focus before.
      const [boxRed = 0, boxGreen = 0] = colorAt(taken.width / 2 + 16, taken.height / 2 + 32);
      expect(boxRed - boxGreen).toBeGreaterThan(100);
    }));

  test('the widget keeps a picked element, its words and its picture over a reload, and sends all three', () =>
    on(async (person) => {
      const { tab, click, fill, middle, clickAt, read, see } = person;
      await openOn(person, 'demo');
      await click(`${W}.modes [data-mode=element]`);
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

  test('the widget sends a note about an area after an outage and a reload, once, without breaking the policy of the page', () =>
    on(async (person) => {
      const { tab, click, drag, fill, see, until } = person;
      await openOn(person, 'marks');
      await tab.evaluate(() => {
        const seen: string[] = [];
        Object.assign(window, { violations: seen });
        document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => seen.push(violatedDirective));
      });
      service.refuse('annotations', null, { status: 503 });
      await click(`${W}.modes [data-mode=region]`);
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

  test('the widget keeps attached files over a reload, and sends them', () =>
    on(async (person) => {
      const { tab, fill, see, read, click } = person;
      await openOn(person, 'demo');
      await fill(`${W}textarea`, 'See the log');
      await tab.evaluate(() => {
        const root = document.querySelector('sidenote-widget')?.shadowRoot;
        const choice = root?.querySelector<HTMLInputElement>('input[type=file]');
        const data = new DataTransfer();
        data.items.add(new File(['TypeError'], 'console.log', { type: 'text/plain' }));
        if (choice) choice.files = data.files;
        choice?.dispatchEvent(new Event('change'));
      });
      await see([`${W}.files bdi`, 'console.log']);
      await tab.reload();
      await click(`${W}.go`);
      await see([`${W}.files bdi`, 'console.log']);
      expect(await read(`${W}textarea`)).toEqual({ value: 'See the log' });
      await send(person);
      const [file] = (service.sent()[0]?.body.files ?? []) as { key: string; name: string }[];
      expect(file?.name).toBe('console.log');
      expect(service.uploads.get(file?.key ?? '')?.bytes.toString()).toBe('TypeError');
    }));

  test('the widget shows the launcher in the window of a page that overflows sideways, also after scrolling', () =>
    on(async ({ tab, see, click, until }) => {
      await tab.goto(`${site.origin}/tailwind`);
      await see(`${W}.go`);
      await tab.evaluate(() => {
        const wide = document.createElement('div');
        wide.style.cssText = 'width:3000px;height:2000px';
        document.body.append(wide);
        scrollTo(900, 300);
      });
      const isInView = () =>
        tab.evaluate(() => {
          const host = document.querySelector('sidenote-widget');
          const { left, right, top, bottom } =
            host?.shadowRoot?.querySelector('.go')?.getBoundingClientRect() ?? new DOMRect();
          const { clientWidth, clientHeight } = document.documentElement;
          const isInside = left >= 0 && right <= clientWidth && top >= 0 && bottom <= clientHeight;
          return scrollX > 0 && isInside && document.elementFromPoint(left + 20, top + 20) === host;
        });
      await until('the launcher in the window', isInView);
      await click(`${W}.go`);
      await see(`${W}.bar`);
    }));

  test('the widget makes a picture smaller until it fits the storage and the upload', () =>
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
      await person.click(`${W}.bar [data-mode=page]`);
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
