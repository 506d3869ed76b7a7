import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { BROWSER_FILES } from '../../functions/browser/chromium.ts';
import { VIEWS } from '../../functions/browser/order.ts';
import type { Rendered } from '../../functions/browser/rendered.ts';
import { bundleLambda, RENDERER_ENTRY, writeBundle } from '../../lib/build/bundling.ts';
import { usePages } from './origin.ts';

/** A letter of each script that the PDF supports. */
const LETTERS = [...'AЖΩअعאไবગਗಕമதతසខລမሀაԱ한漢あア☎✂😀'];

/** Each has its own box, and the last one a letter that no font has. */
const GLYPHS = `<!doctype html><meta charset="utf-8"><title>Glyphs</title><body style="margin:0;font:32px sans-serif">
${[...LETTERS, '\u{e000}'].map((letter) => `<i style="font-style:normal;position:absolute;width:60px;height:60px">${letter}</i>`).join('')}
<script>
  [...document.querySelectorAll('i')].forEach((box, index) => {
    box.style.left = (index % 20) * 70 + 'px';
    box.style.top = Math.floor(index / 20) * 70 + 'px';
  });
</script>`;

const pages = usePages({
  '/glyphs': GLYPHS,
  '/upload': (answer) => answer.end(),
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deployed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const RUN = `const { handler } = require(process.argv[1]);
handler(JSON.parse(process.argv[2])).then((answer) => console.log('ANSWER' + JSON.stringify(answer)));`;

test('the deployed bundle unpacks its browser and draws a letter of every script', async () => {
  const bundle = writeBundle(await bundleLambda(RENDERER_ENTRY), BROWSER_FILES);
  const url = `http://${pages.host()}/glyphs`;
  const order = {
    url,
    view: VIEWS.wide,
    wants: { html: true, measurements: true },
    uploads: { first_view: { url: `http://${pages.host()}/upload`, headers: {} } },
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', RUN, bundle, JSON.stringify(order)], {
    cwd: folder,
    env: { TMPDIR: folder, FETCH_ALLOW: pages.host(), PATH: process.env.PATH },
    maxBuffer: 1e8,
  });
  const answer = JSON.parse(stdout.split('ANSWER')[1] ?? '{}') as Rendered;
  expect(answer).toMatchObject({
    ok: true,
    limits: [],
    measurements: expect.any(Object),
    pictures: { first_view: { width: 1440, height: 900 } },
  });
  const { data, width } = jpeg.decode(pages.sent[0] ?? Buffer.alloc(0), { useTArray: true });
  const boxes = [...LETTERS, 'missing'].map((_, index) => {
    const [left, top] = [(index % 20) * 70, Math.floor(index / 20) * 70];
    const dark: number[] = [];
    for (let y = 0; y < 60; y += 1) {
      for (let x = 0; x < 60; x += 1) dark.push((data[((top + y) * width + left + x) * 4] ?? 255) < 128 ? 1 : 0);
    }
    return dark.join('');
  });
  const missing = boxes.at(-1);
  expect(LETTERS.filter((_, index) => boxes[index] === missing || !boxes[index]?.includes('1'))).toEqual([]);
});
