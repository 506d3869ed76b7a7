import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readSwitches } from '../../functions/kit/access/read-switches.ts';
import { MINUTE } from '../../functions/kit/clock.ts';
import type { SwitchName } from '../../functions/kit/switches.ts';
import { advance } from '../../lib/local/clock.ts';
import { listChanges, listSwitches, setSwitch, type Wanted } from '../../lib/operate/switch.ts';
import { runDemo } from '../demo/run.ts';
import { useNoBrowser, useWeb } from '../demo/web.ts';
import { call, newWorkspace, signIn, table } from '../driver.ts';
import { registering, withOpenSignup } from '../wallet/agent.ts';
import { useOwnTables } from '../workers/own-tables.ts';

const web = useWeb();
useNoBrowser();

beforeAll(useOwnTables);

/** Sets a switch, and lets the minute pass in which it takes effect. */
const flip = async (name: SwitchName, to: Wanted) => {
  await setSwitch(table(), { name, to, operator: 'test', reason: 'test' });
  advance(MINUTE);
};

describe('a switch', () => {
  test('"demo" closes the demo without a deploy, and opens it again', async () => {
    expect((await runDemo(web.fresh('/plain'))).status).toBe(200);
    await flip('demo', 'off');
    const url = web.fresh('/plain');
    expect(await runDemo(url)).toMatchObject({ status: 403, body: { reason: 'demo_closed' } });
    expect(web.visits(url)).toBe(0);
    expect((await call('GET', '/api/demo/config')).status).toBe(200);
    await flip('demo', 'default');
    expect((await runDemo(url)).status).toBe(200);
  });

  test('"sign_up" rejects new accounts and does not affect existing ones', async () => {
    const ws = await newWorkspace();
    await flip('sign_up', 'off');
    const person = await signIn();
    const refused = await call('GET', '/api/v1/sites', { as: person });
    expect([refused.status, refused.body.reason]).toEqual([403, 'sign_up_closed']);
    expect((await call('GET', '/api/v1/sites', { as: ws.owner })).status).toBe(200);
    await flip('sign_up', 'on');
    expect((await call('GET', '/api/v1/sites', { as: person })).status).toBe(200);
  });

  test('"registration" opens and closes registration of agents, regardless of the stage’s configuration', async () => {
    expect((await registering()).status).toBe(403);
    await flip('registration', 'on');
    expect((await registering()).status).toBe(200);
    await flip('registration', 'off');
    const closed = await withOpenSignup(() => registering());
    expect([closed.status, closed.body.reason]).toEqual([403, 'private_beta']);
    await flip('registration', 'default');
    expect((await withOpenSignup(() => registering())).status).toBe(200);
  });

  describe('"captcha"', () => {
    const settings = { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET: 'secret' };
    afterEach(() => {
      for (const name of Object.keys(settings)) delete process.env[name];
    });

    test('lets visitors pass without a captcha while its provider is down', async () => {
      Object.assign(process.env, settings);
      const url = web.fresh('/plain');
      expect(await runDemo(url)).toMatchObject({ status: 403, body: { reason: 'captcha_required' } });
      await flip('captcha', 'off');
      expect((await call('GET', '/api/demo/config')).body.captcha).toBeNull();
      expect((await runDemo(url)).status).toBe(200);
      await flip('captcha', 'default');
      expect((await call('GET', '/api/demo/config')).body.captcha).toMatchObject({ provider: 'turnstile' });
      expect((await runDemo(url)).status).toBe(403);
    });
  });

  test('is recorded with its author, the reason and the previous state', async () => {
    const change = {
      name: 'demo',
      to: 'off',
      operator: 'arn:aws:sts::1:assumed-role/op/kim',
      reason: 'costs',
    } as const;
    expect(await setSwitch(table(), change)).toEqual({ from: 'default' });
    expect((await listSwitches(table())).find(({ name }) => name === 'demo')?.state).toBe('off');
    const [record] = await listChanges(table());
    expect(record).toMatchObject({
      operator: change.operator,
      reason: 'costs',
      action: 'switch.set',
      target: { name: 'demo', from: 'default', to: 'off' },
      created_at: expect.any(Number),
    });
    await flip('demo', 'default');
  });
});

describe('the switches', () => {
  test('cost one read in 30 seconds, and none on a row without a switch', async () => {
    const ws = await newWorkspace();
    const shared = table();
    const get = jest.spyOn(Object.getPrototypeOf(shared), 'get');
    const reads = () => get.mock.calls.filter(([key]) => (key as { pk: string }).pk === 'SWITCHES').length;
    try {
      advance(MINUTE);
      await call('GET', '/api/v1/sites', { as: ws.owner });
      expect(reads()).toBe(0);
      await Promise.all(Array.from({ length: 5 }, () => registering()));
      expect(reads()).toBe(1);
      advance(29_000);
      await registering();
      expect(reads()).toBe(1);
      advance(1000);
      await registering();
      expect(reads()).toBe(2);
    } finally {
      get.mockRestore();
    }
  });

  test('keep their last state while the table is unreachable', async () => {
    await flip('sign_up', 'off');
    expect(await readSwitches(table())).toEqual({ sign_up: 'off' });
    const get = jest.spyOn(Object.getPrototypeOf(table()), 'get').mockRejectedValue(new Error('down') as never);
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      advance(MINUTE);
      expect(await readSwitches(table())).toEqual({ sign_up: 'off' });
    } finally {
      get.mockRestore();
      log.mockRestore();
    }
    await flip('sign_up', 'default');
    expect(await readSwitches(table())).toEqual({});
  });
});
