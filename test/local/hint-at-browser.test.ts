import { expect, test } from '@jest/globals';
import { hintAtBrowser } from '../../lib/local/hint-at-browser.ts';

test('the stage says once which browser to install if a page was to be opened and there is none', async () => {
  const said: string[] = [];
  const answers: unknown[] = [{ ok: true }, { ok: false, reason: 'no_browser' }, { ok: false, reason: 'no_browser' }];
  const handler = hintAtBrowser(
    async (index) => answers[index as number],
    (text) => said.push(text),
  );
  expect([await handler(0), said]).toEqual([{ ok: true }, []]);
  await handler(1);
  await handler(2);
  expect(said).toEqual([expect.stringContaining('Install Google Chrome')]);
});
