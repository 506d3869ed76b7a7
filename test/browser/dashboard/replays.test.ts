import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { newWorkspace, table, type Workspace } from '../../driver.ts';
import { PIECES, seedReplays } from '../../reviews/replay/replay.ts';
import { screensAbove } from './screens-above.ts';
import { setTheme, signInByHand, withBrowser } from './stand.ts';

let ws: Workspace;
let ids: Map<string, string>;

beforeAll(async () => {
  ws = await newWorkspace();
  ids = await seedReplays(table(), ws.id);
});

const { visit: on } = withBrowser();

test('the page of each recorded review shows its first fix within two screens, three on a phone', async () => {
  await on(async (dashboard) => {
    const { page, open } = dashboard;
    await open('/reviews');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByText(PIECES[0].title).waitFor();
    for (const { folder } of PIECES) {
      await open(`/reviews/${ids.get(folder)}`);
      await page.locator('.fix-place').first().waitFor();
      const screens = { desktop: await screensAbove(page, 1440, 900), phone: await screensAbove(page, 390, 844) };
      expect({ folder, desktop: screens.desktop <= 2, phone: screens.phone <= 3 }).toEqual({
        folder,
        desktop: true,
        phone: true,
      });
      const shots = process.env.SCREENSHOTS;
      if (!shots) continue;
      await mkdir(shots, { recursive: true });
      process.stderr.write(`${folder} ${JSON.stringify(screens)}\n`);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        for (const theme of ['light', 'dark'] as const) {
          await setTheme(page, theme);
          await page.screenshot({ path: join(shots, `${folder}-${width}-${theme}.png`), fullPage: true });
        }
      }
      await setTheme(page, 'light');
      await page.setViewportSize({ width: 1440, height: 900 });
      await writeFile(join(shots, `${folder}.pdf`), await page.pdf({ format: 'A4' }));
    }
  });
});
