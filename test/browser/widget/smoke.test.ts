import { expect, test } from '@jest/globals';
import { widgetBudgets } from '../../../bench/bundle-budgets.ts';
import { buildWidget } from '../../../lib/build/widget-build.ts';
import { launcherOf, loaderScript, placeOf } from '../../../web/widget/config.ts';
import { pictureTaken, pinElement, writeAndSend } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

test('under a strict CSP, a note with a screenshot is sent from a picked element', () =>
  it.on('tailwind?campaign=secret', async ({ page, complaints }) => {
    await pinElement(page, '[data-testid=buy-team]');
    await pictureTaken(page);
    expect(await writeAndSend(page, 'Say what Team costs')).toBe('Sent. Thank you!');
    const [note] = it.service.sent();
    expect(note?.body).toMatchObject({
      body: 'Say what Team costs',
      context: { anchor: { test_attributes: { 'data-testid': 'buy-team' } } },
    });
    expect(it.service.uploads.size).toBe(2);
    expect(complaints).toEqual([]);
  }));

test('the loader and each chunk keep their budgets', async () => {
  const { weights } = await buildWidget();
  const over = Object.entries(weights).filter(
    ([name, { gzip }]) => gzip > (name in widgetBudgets ? widgetBudgets[name as 'core'] : widgetBudgets.lazy),
  );
  expect(over).toEqual([]);
});

test('the loader’s configuration is inert text, for any value', () => {
  const token = '</script><script>alert(1)//\u2028"\'\\';
  const script = loaderScript('run();', {
    token,
    base: 'https://b.test',
    ...launcherOf({ label: token, icon: 'bug', locale: 'fr' }),
    core: 'c',
    inspect: 'i',
    capture: 'p',
    settings: {
      site: {
        name: token,
        position: 'top-left',
        color: '#ffffff',
        locale: 'auto',
        anonymous_allowed: true,
        label: token,
        icon: 'bug',
        theme: 'auto',
      },
      stakeholder: null,
      stakeholder_status: 'none',
      kinds: [],
      submitter_mail: true,
    },
    places: [placeOf(token, 'https://b.test')],
  });
  expect(script).not.toMatch(/[<>\u2028]/);
  const page: { __sidenote_config?: { token: string } } = {};
  new Function('window', 'run', script)(page, () => {});
  expect(page.__sidenote_config?.token).toBe(token);
});
