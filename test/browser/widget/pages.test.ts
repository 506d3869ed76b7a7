import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { CapturedContext } from '../../../functions/annotations/context-schema.ts';
import { leaveAnother, openPanel, pictureTaken, pinElement, refuseToStorePictures, writeAndSend } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

const sentContext = (): CapturedContext => it.service.sent().at(-1)?.body.context as CapturedContext;

/** The color of one point of the uploaded screenshot, as parts of its width and height, or in pixels from the pinned box's corner. */
const colorAt = async (page: Page, x: number, y: number): Promise<number[]> => {
  const [upload] = [...it.service.uploads.entries()]
    .filter(([key]) => key.includes('screenshot'))
    .map(([, value]) => value);
  const url = `data:${upload?.type};base64,${upload?.bytes.toString('base64')}`;
  return page.evaluate(
    async ([source, left, top]) => {
      const image = new Image();
      image.src = String(source);
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      return [...(pen?.getImageData(Number(left) * image.width, Number(top) * image.height, 1, 1).data ?? [])].slice(
        0,
        3,
      );
    },
    [url, x, y] as const,
  );
};

const near = (color: number[], wanted: number[]) =>
  Math.max(...color.map((part, i) => Math.abs(part - (wanted[i] ?? 0)))) < 24;

/** Sends a note with a picture, which must have these colors at these parts of its width and height. */
const expectInPicture = async (
  page: Page,
  places: readonly (readonly [x: number, y: number])[],
  wanted: readonly number[][],
): Promise<void> => {
  await page.getByLabel('Attach a screenshot').check();
  await pictureTaken(page);
  await writeAndSend(page, 'The page');
  const colors = await Promise.all(places.map(([x, y]) => colorAt(page, x, y)));
  expect(colors.map((color, at) => near(color, wanted[at] ?? []) || color)).toEqual(wanted.map(() => true));
};

const pinAndSend = async (page: Page, selector: string): Promise<CapturedContext> => {
  await pinElement(page, selector);
  await pictureTaken(page);
  expect(await writeAndSend(page, 'Please look at this')).toBe('Sent. Thank you!');
  return sentContext();
};

test('a note on a page with oklch() colors carries context to find the element, and its screenshot shows those colors', () =>
  it.on('tailwind?utm=secret#part', async ({ page, complaints }) => {
    const context = await pinAndSend(page, '[data-testid=buy-team]');
    expect(context.page).toMatchObject({
      url: `${it.site.origin}/tailwind`,
      route: '/tailwind',
      title: 'Orbit · Pricing',
      build_id: 'tw-2026.11.3',
    });
    expect(context.anchor).toMatchObject({
      kind: 'element',
      selector: '[data-testid="buy-team"]',
      xpath: '/html/body/main/div/section[2]/button',
      role: 'button',
      name: 'Buy Team',
      tag: 'button',
      text: 'Buy Team',
      landmark: 'section “Team plan”',
      siblings: { index: 2, count: 3, previous: 'p For everybody else.' },
    });
    expect(context.styles?.['background-color']).toContain('oklch');
    expect(context.html).toBe('<button data-testid="buy-team" class="btn bg-emerald-500">Buy Team</button>');
    expect(context.environment).toMatchObject({
      viewport: { width: 1280, height: 800 },
      pixel_ratio: 1,
      color_scheme: 'light',
    });
    const keys = Object.keys(context);
    expect(keys).toEqual(['page', 'anchor', 'environment', 'html', 'styles', ...keys.slice(5)]);
    // Left of the label, inside the button: Tailwind's emerald 500.
    const { width, height } = context.anchor.box!;
    expect(
      near(await colorAt(page, (120 + 8) / (width + 240), (120 + height / 2) / (height + 240)), [0, 188, 125]),
    ).toBe(true);
    expect(complaints).toEqual([]);
  }));

test('form input, hidden tokens and query strings never leave the page', () =>
  it.on('tailwind?session=topsecret', async ({ page }) => {
    await page.locator('#mail').fill('typed@private.example');
    await page.locator('textarea').fill('typed text stays private too');
    await openPanel(page);
    await page.locator('.modes [data-mode=region]').click();
    await page.locator('.bar').waitFor();
    const box = (await page.locator('form[aria-label=Newsletter]').boundingBox())!;
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 5, box.y + box.height - 5, { steps: 4 });
    await page.mouse.up();
    await pictureTaken(page);
    await writeAndSend(page, 'The form');
    const context = sentContext();
    expect(context.page.has_query).toBe(true);
    expect(context.anchor).toMatchObject({ kind: 'region', name: 'Newsletter', tag: 'form' });
    expect(context.html).toContain('<input');
    expect(JSON.stringify(it.service.sent())).not.toMatch(/private|secret|topsecret|abc123|s3cr3t|Secret plan/i);
  }));

test('in a single-page app, a draft survives route changes and reloads and keeps its original route', () =>
  it.on('spa', async ({ page, complaints }) => {
    await page.locator('nav a').last().click();
    await pinElement(page, '#theme');
    await pictureTaken(page);
    await page.locator('.composer > textarea').fill('Sssave this');
    await page.keyboard.press('Escape');
    await page.locator('nav a').first().click();
    await page.reload();
    await openPanel(page);
    expect(await page.locator('.composer > textarea').inputValue()).toBe('Sssave this');
    await page.locator('.panel .main').click();
    await page.locator('.done strong', { hasText: 'Sent' }).waitFor();
    const context = sentContext();
    expect(context.page).toMatchObject({
      url: `${it.site.origin}/spa/settings`,
      route: '/spa/settings',
      title: 'Settings',
    });
    expect(context.anchor.selector).toBe('#theme');
    expect(it.service.uploads.size).toBe(2);
    expect(complaints).toEqual([]);
  }));

test('a target that was picked but never written about doesn’t follow the visitor to the next page', () =>
  it.on('tailwind', async ({ page }) => {
    await pinElement(page, 'h1');
    await pictureTaken(page);
    await page.keyboard.press('Escape');
    await page.goto(`${it.site.origin}/spa`);
    await page.locator('sidenote-widget .go').click();
    await page.locator('.bar').waitFor();
    await page.locator('.bar [data-mode=page]').click();
    await writeAndSend(page, 'About the tasks');
    expect(sentContext()).toMatchObject({ page: { url: `${it.site.origin}/spa` }, anchor: { kind: 'page' } });
    expect(it.service.sent()[0]?.body).not.toHaveProperty('screenshot_key');
  }));

test('text selected after the whole page was chosen and left becomes the target', () =>
  it.on('tailwind', async ({ page }) => {
    await pinElement(page, 'h1');
    await page.locator('.panel [data-mode=page]').click();
    await page.locator('.panel [data-mode=page][aria-pressed=true]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('h1').selectText();
    await page.locator('sidenote-widget .go').click();
    await pictureTaken(page);
    await writeAndSend(page, 'These words');
    expect(sentContext().anchor.kind).toBe('text');
  }));

test('a draft about another page marks nothing on this one, and takes no picture of it', () =>
  it.on('tailwind', async ({ page }) => {
    await refuseToStorePictures(page);
    await pinElement(page, 'h1');
    await pictureTaken(page);
    await page.locator('.composer > textarea').fill('About the prices');
    await page.goto(`${it.site.origin}/spa`);
    await openPanel(page);
    expect(await page.locator('.composer > textarea').inputValue()).toBe('About the prices');
    expect(await page.locator('.mark').isVisible()).toBe(false);
    await page.getByLabel('Attach a screenshot').check();
    await page.locator('.panel small', { hasText: 'Couldn’t take a screenshot.' }).waitFor();
    await page.locator('.panel .main').click();
    await page.locator('.done strong', { hasText: 'Sent' }).waitFor();
    expect(sentContext().page.url).toBe(`${it.site.origin}/tailwind`);
    expect(it.service.uploads.size).toBe(0);
  }));

test('on a page whose router uses the fragment, the mark is on the route of the draft only', () =>
  it.on('tailwind#/first', async ({ page }) => {
    const isMarkedOn = async (route: string): Promise<boolean> => {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, route);
      await openPanel(page);
      const isMarked = await page.locator('.mark').isVisible();
      await page.keyboard.press('Escape');
      await page.locator('.panel').waitFor({ state: 'detached' });
      return isMarked;
    };
    await pinElement(page, 'h1');
    await page.locator('.composer > textarea').fill('Too dark');
    await page.keyboard.press('Escape');
    expect(await isMarkedOn('#/second')).toBe(false);
    expect(await isMarkedOn('#/first')).toBe(true);
    await page.goto(`${it.site.origin}/tailwind?a=1#/first`);
    expect(await isMarkedOn('#/first')).toBe(true);
  }));

test('on a page whose router uses the fragment, its query counts as one and is not sent', () =>
  it.on('tailwind#/orders?id=7', async ({ page }) => {
    const context = await pinAndSend(page, 'h1');
    expect(context.page).toMatchObject({ has_query: true, route: '/tailwind#/orders' });
    expect(JSON.stringify(it.service.sent())).not.toContain('id=7');
  }));

test('console errors and failed requests are sent without query strings, and recording them disturbs nothing', () =>
  it.on('spa', async ({ page }) => {
    const context = await pinAndSend(page, 'h1');
    expect(context.console?.[0]).toMatchObject({
      level: 'error',
      message: 'Could not load https://api.example.test/v1/tasks [object]',
    });
    const byUrl = context.failed_requests?.toSorted((a, b) => b.url.localeCompare(a.url));
    expect(byUrl).toEqual([
      { method: 'GET', url: `${it.site.origin}/missing.json`, status: 404, at: expect.any(Number) },
      { method: 'PUT', url: `${it.site.origin}/gone`, status: 404, at: expect.any(Number) },
    ]);
    expect(await page.evaluate(() => document.body.dataset.read)).toBeUndefined();
  }));

test('a stylesheet that failed to load is a failed request, and an error keeps its line in a script with a version', () =>
  it.on('spa', async ({ page }) => {
    await page.evaluate(async () => {
      const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/gone.css?v=1' });
      const failed = new Promise((resolve) => {
        sheet.onerror = resolve;
      });
      document.head.append(sheet);
      await failed;
      document.body.dispatchEvent(new Event('error'));
      const place = { message: 'TypeError: no', filename: `${location.origin}/app.js?v=81`, lineno: 12 };
      dispatchEvent(new ErrorEvent('error', place));
    });
    const { console: said = [], failed_requests } = await pinAndSend(page, 'h1');
    expect(said.map(({ message }) => message).slice(1)).toEqual([`TypeError: no (${it.site.origin}/app.js:12)`]);
    expect(failed_requests).toContainEqual({
      method: 'GET',
      url: `${it.site.origin}/gone.css`,
      status: 0,
      at: expect.any(Number),
    });
  }));

test('an image of an SVG that failed to load is a failed request to its address', () =>
  it.on('spa', async ({ page }) => {
    await page.evaluate(async () => {
      const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
      image.setAttribute('href', '/missing.png?v=1');
      const failed = new Promise((resolve) => {
        image.onerror = resolve;
      });
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      svg.append(image);
      document.body.append(svg);
      await failed;
    });
    const { failed_requests } = await pinAndSend(page, 'h1');
    expect(failed_requests).toContainEqual(
      expect.objectContaining({ url: `${it.site.origin}/missing.png`, status: 0 }),
    );
    expect(JSON.stringify(failed_requests)).not.toContain('object');
  }));

test('a selection has the words that are seen, apart, without query strings, and its element is found again by them', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate(() => {
      document.body.innerHTML =
        '<main><div id="said"><p>Fast <b>deliv</b>ery</p><p class="phone">Quick delivery</p><ul><li>One</li><li>Two</li></ul><noscript>https://a.example/?id=secret</noscript><p>https://a.example/b?id=secret</p></div></main>';
      const phone = document.querySelector<HTMLElement>('.phone');
      if (phone) phone.style.display = 'none';
      getSelection()?.selectAllChildren(document.querySelector('#said') as Element);
    });
    await openPanel(page);
    await pictureTaken(page);
    await writeAndSend(page, 'These words');
    const { selection, anchor } = sentContext();
    expect(selection).toEqual({ text: 'Fast delivery One Two https://a.example/b' });
    expect(await page.locator(anchor.selector ?? 'none').getAttribute('id')).toBe('said');
  }));

test('words of elements without a box are quoted, and name a button', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate(() => {
      document.body.innerHTML =
        '<main><p id="said"><span>Price <b>12 €</b></span><span hidden><span>once 15 €</span></span></p><button><span>Save</span></button></main>';
      for (const span of document.querySelectorAll('span:not([hidden])'))
        (span as HTMLElement).style.display = 'contents';
      // Its middle is above the text, which would be picked itself.
      (document.querySelector('button') as HTMLElement).style.paddingTop = '80px';
      getSelection()?.selectAllChildren(document.querySelector('#said') as Element);
    });
    await openPanel(page);
    await pictureTaken(page);
    await writeAndSend(page, 'These words');
    expect(sentContext()).toMatchObject({ selection: { text: 'Price 12 €' }, anchor: { text: 'Price 12 €' } });
    await pinElement(page, 'button');
    expect(await page.locator('.about').textContent()).toBe('Button “Save”');
    await pictureTaken(page);
    await writeAndSend(page, 'This button');
    expect(it.service.sent()[1]?.body.context).toMatchObject({ anchor: { name: 'Save' } });
  }));

test('typing never triggers the page’s shortcuts, and Escape while picking only cancels picking', () =>
  it.on('spa', async ({ page }) => {
    await openPanel(page);
    await page.locator('.composer > textarea').pressSequentially('sss');
    await page.locator('.modes [data-mode=element]').click();
    await page.locator('.bar').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.composer').waitFor();
    expect(await page.evaluate(() => ({ ...document.body.dataset }))).toEqual({});
    expect(await page.locator('.composer > textarea').inputValue()).toBe('sss');
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'detached' });
    expect(
      await page.evaluate(() => document.querySelector('sidenote-widget')?.shadowRoot?.activeElement?.className),
    ).toBe('go');
  }));

test('an element in nested open shadow roots is picked with its path', () =>
  it.on('shadow', async ({ page, complaints }) => {
    const context = await pinAndSend(page, 'x-button button');
    expect(context.anchor).toMatchObject({
      selector: '.confirm',
      name: 'Confirm order',
      frame_path: ['x-card', 'x-button'],
    });
    expect(context.source).toMatchObject({ framework: 'custom element' });
    expect(complaints).toEqual([]);
  }));

test('custom elements are described and drawn without creating others, in the places where the page shows them', () =>
  it.on('shadow', async ({ page, complaints }) => {
    const created = () => page.evaluate(() => document.body.dataset.created);
    const places = await page.evaluate(() => {
      const define = (name: string, css: string, html = '<slot></slot>') => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        class Part extends HTMLElement {
          constructor() {
            super();
            document.body.dataset.created = String(Number(document.body.dataset.created ?? 0) + 1);
            const root = this.attachShadow({ mode: 'open' });
            root.adoptedStyleSheets = [sheet];
            root.innerHTML = html;
          }
        }
        customElements.define(name, Part);
      };
      define('x-chip', 'b { background: rgb(200 30 60) }', '<b><slot></slot></b>');
      define('x-row', 'div { display: flex } ::slotted(*) { width: 200px; height: 40px }', '<div><slot></slot></div>');
      define('x-banner', ':host { display: block; height: 40px; margin-left: 300px; background: rgb(20 160 80) }');
      document.body.innerHTML = `<h1>Parts</h1><p>In the <x-chip>middle of</x-chip> <x-chip id="last">the line</x-chip></p>
        <x-row><div></div><div id="second"></div></x-row><x-banner></x-banner>`;
      const second = document.getElementById('second');
      if (second) second.style.background = 'rgb(30 60 200)';
      return ['#last', '#second', 'x-banner'].map((selector) => {
        const { left, top, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return [(left + Math.min(width, 100) / 2) / innerWidth, (top + height - 4) / innerHeight] as const;
      });
    });
    expect(await created()).toBe('4');
    const { styles } = await pinAndSend(page, 'x-chip');
    expect(styles).not.toHaveProperty('display');
    await leaveAnother(page);
    await page.locator('.panel [data-mode=page]').click();
    it.service.uploads.clear();
    await expectInPicture(page, places, [
      [200, 30, 60],
      [30, 60, 200],
      [20, 160, 80],
    ]);
    expect(await created()).toBe('4');
    expect(complaints).toEqual([]);
  }));

test('a picture shows data URLs and gradients of the page, without a request for them', () =>
  it.on('shadow', async ({ page, complaints }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const places = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const pen = canvas.getContext('2d')!;
      pen.fillStyle = 'rgb(200 30 60)';
      pen.fillRect(0, 0, 1, 1);
      const sheet = new CSSStyleSheet();
      const vector = `<svg xmlns="http://www.w3.org/2000/svg"><rect width="200" height="60" fill="rgb(20,160,80)"/></svg>`;
      sheet.replaceSync(`div { width: 200px; height: 60px }
        #back { background: url("${canvas.toDataURL()}") }
        #vector { background: url('data:image/svg+xml;utf8,${vector}') }`);
      document.adoptedStyleSheets.push(sheet);
      document.body.innerHTML = `<h1>Paint</h1><div id="back"></div><div id="vector"></div><svg id="ramp" width="200" height="60"><defs>
        <linearGradient id="blue"><stop stop-color="#1e3cc8"/></linearGradient></defs>
        <rect width="200" height="60" fill="url(#blue)"/></svg>`;
      return ['#back', '#vector', '#ramp'].map((selector) => {
        const { left, top } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return [(left + 100) / innerWidth, (top + 30) / innerHeight] as const;
      });
    });
    await openPanel(page);
    await page.locator('.modes [data-mode=page]').click();
    await expectInPicture(page, places, [
      [200, 30, 60],
      [20, 160, 80],
      [30, 60, 200],
    ]);
    expect(asked.filter((url) => url.startsWith(it.site.origin))).toEqual([]);
    expect(complaints).toEqual([]);
  }));

test('an element in a form whose fields are named like properties of elements is picked', () =>
  it.on('shadow', async ({ page, complaints }) => {
    await page.evaluate(() => {
      const fields = ['children', 'labels', 'attributes'].map((name) => `<input name="${name}">`).join('');
      document.body.innerHTML = `<img name="title" alt=""><form id="booking"><button type="button">Search</button>${fields}${'<br>'.repeat(20)}</form>`;
      document.getElementById('booking')?.setAttributeNS(null, 'dataFoo', '1');
    });
    const { anchor, page: seen, html } = await pinAndSend(page, '#booking button');
    expect(anchor).toMatchObject({ name: 'Search', siblings: { index: 0, count: 24, next: 'input' } });
    expect(seen.title).toBe('Components');
    expect(html).toContain('Search');
    expect((await pinAndSend(page, '#booking')).html).toContain('<form id="booking"');
    expect(complaints).toEqual([]);
  }));

test('an element in a scaled same-origin frame is picked with its box in the frame', () =>
  it.on('shadow', async ({ page }) => {
    await openPanel(page);
    await page.locator('.modes [data-mode=element]').click();
    await page.locator('.bar').waitFor();
    const box = (await page.frameLocator('iframe').locator('.export').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await pictureTaken(page);
    await writeAndSend(page, 'In the frame');
    const { anchor } = sentContext();
    expect(anchor).toMatchObject({ selector: '.export', name: 'Export', frame_path: ['iframe'] });
    const inside = await page
      .frameLocator('iframe')
      .locator('.export')
      .evaluate((at) => at.getBoundingClientRect().x + scrollX);
    expect(Math.abs((anchor.box?.x ?? 0) - inside)).toBeLessThan(1);
  }));

test('sticky headers, scroll containers and transforms are in the screenshot where they are visible', () =>
  it.on('sticky?utm_source=mail&gclid=1', async ({ page }) => {
    await page.evaluate(() => scrollTo(0, 500));
    const context = await pinAndSend(page, '.menu');
    expect(context.page.has_query).toBeUndefined();
    expect(context.environment?.scroll?.y).toBe(500);
    // The header is red at its left edge, above the pinned button.
    expect(near(await colorAt(page, 0.5, 0.04), [200, 30, 60])).toBe(true);
    it.service.uploads.clear();
    const deep = await pinAndSend(page, '.deep');
    expect(deep.anchor.name).toBe('Deep row');
    const { width } = deep.anchor.box!;
    expect(near(await colorAt(page, 0.99, 0.5), [20, 160, 80])).toBe(true);
    expect(width).toBeGreaterThan(40);
    it.service.uploads.clear();
    expect((await pinAndSend(page, '.rotated')).anchor.name).toBe('Turned button');
    expect((await pinAndSend(page, '.fixed')).anchor.text).toBe('Fixed corner');
  }));

test('right-to-left pages keep their text, and no rule of the page reaches the widget', () =>
  it.on('rtl', async ({ page }) => {
    const context = await pinAndSend(page, '.buy');
    expect(context.anchor).toMatchObject({ name: 'أضف إلى السلة', role: 'button' });
    const box = (await page.locator('.panel').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    const drawn = await page.locator('.panel .main').evaluate((button) => {
      const { visibility, letterSpacing, direction } = getComputedStyle(button);
      return [
        visibility,
        letterSpacing,
        direction,
        getComputedStyle(document.querySelector('sidenote-widget')!).position,
      ];
    });
    expect(drawn).toEqual(['visible', 'normal', 'ltr', 'fixed']);
  }));

test('a page of 5,000 nodes is pinned, photographed and sent', () =>
  it.on('large', async ({ page }) => {
    await page.evaluate(() => scrollTo(0, 9000));
    const context = await pinAndSend(page, 'tr:nth-child(300) td:nth-child(2)');
    expect(context.anchor).toMatchObject({ text: '299.1', role: 'cell' });
    expect(it.service.uploads.size).toBe(2);
    expect(near(await colorAt(page, 0.02, 0.02), [255, 255, 255])).toBe(true);
  }));

test('a CSP without data: means no screenshot, and the widget says so', () =>
  it.on('tailwind~nodata', async ({ page }) => {
    await pinElement(page, 'h1');
    await page.locator('.panel small', { hasText: 'Screenshots are blocked on this page.' }).waitFor();
    expect(await writeAndSend(page, 'No picture here')).toBe('Sent. Thank you!');
    expect(it.service.sent()[0]?.body).not.toHaveProperty('screenshot_key');
    expect(it.service.uploads.size).toBe(0);
  }));

test.each(['commands/npm-install.html', 'using-npm/scripts.html', 'configuring-npm/package-json.html'])(
  'the documentation page %s that ships with npm is pinned and sent',
  (name) =>
    it.on(`npm-docs/${name}`, async ({ page }) => {
      const context = await pinAndSend(page, 'h1');
      expect(context.anchor.selector).toBeTruthy();
      expect(await page.locator(context.anchor.selector ?? 'none').count()).toBe(1);
      expect(it.service.uploads.size).toBe(2);
    }),
);

test('icons are in the screenshot whose attributes HTML allows and XML does not', () =>
  it.on('tailwind', async ({ page, complaints }) => {
    await page.evaluate(() => {
      document.body.innerHTML =
        '<svg width="0" height="0" viewBox="0 0 9 9"><symbol id="dot" viewBox="0 0 9 9"><g x-on:click="a()" @click="b"><circle cx="4.5" cy="4.5" r="4.5" fill="#dc143c"/></g></symbol></svg>' +
        '<svg id="icon" :class="x" x-transition:enter="y" inkscape:label="z" xmlns:inkscape="urn:i" width="400" height="400"><use href="#dot"/></svg>';
      document.querySelector('#icon')?.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    });
    await pinAndSend(page, '#icon');
    expect(await page.getByText('Couldn’t take a screenshot').count()).toBe(0);
    expect(near(await colorAt(page, 0.5, 0.5), [220, 20, 60])).toBe(true);
    expect(complaints).toEqual([]);
  }));

test('private, editable and form content is left out of the texts, and sprite icons are in the screenshot', () =>
  it.on('marks', async ({ page, complaints }) => {
    await page.locator('input[name=free]').fill('private typing');
    const context = await pinAndSend(page, '.icon');
    expect(near(await colorAt(page, 0.3, 0.42), [220, 20, 60])).toBe(true);
    expect(context.failed_requests).toBeUndefined();
    await leaveAnother(page);
    await page.locator('.panel [data-mode=region]').click();
    await page.locator('.bar').waitFor();
    const box = (await page.locator('.answers').boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height - 2, { steps: 3 });
    await page.mouse.up();
    await page.locator('.composer').waitFor();
    await pictureTaken(page);
    await writeAndSend(page, 'These fields');
    const { anchor, html } = sentContext();
    expect(html).toContain('Open the file');
    const words = JSON.stringify([anchor, html]).replace('data-sidenote-private', '');
    expect(words).not.toMatch(/private|checked|onclick|csrf/i);
    expect(complaints).toEqual([]);
  }));

test.each([
  [
    '.react',
    { framework: 'react', component_path: 'ShopPage > BuyButton', file: '/src/shop/buy-button.tsx', line: 42 },
  ],
  ['.vue', { framework: 'vue', component_path: 'AppRoot > PriceTag', file: '/src/price-tag.vue' }],
  ['.astro', { framework: 'astro', file: '/src/pages/index.astro', line: 12 }],
])('the traces of a framework on %s tell the component and its file', (selector, source) =>
  it.on('marks', async ({ page }) => {
    expect((await pinAndSend(page, selector)).source).toMatchObject(source);
  }),
);
