import { describe, expect, test } from '@jest/globals';
import { Faults } from '../../lib/local/faults.ts';
import { type Helpers, serveLocal } from '../../lib/local/local-routes.ts';

const set = async (proxies: Partial<Helpers['proxies']>, fault: Record<string, unknown>) => {
  const helpers = { faults: new Faults(), proxies } as Helpers;
  const request = { path: '/__local/faults', query: new URLSearchParams(), accept: '', type: '' };
  const answer = await serveLocal(helpers, { ...request, method: 'POST', body: JSON.stringify(fault) });
  return { status: answer.status, body: JSON.parse(answer.body.toString()), active: helpers.faults.list() };
};
const hot = { target: 'table', mode: 'hot_partition', scale: 0.03 };

describe('POST /__local/faults', () => {
  test('sets a fault with its scale', async () => {
    const { status, active } = await set({}, hot);
    expect(status).toBe(200);
    expect(active).toEqual([{ ...hot, rate: 1, seed: 1 }]);
  });

  test.each(['table', 'queue', 'storage'])('refuses a fault of the %s on a stage without proxies', async (target) => {
    const { status, body, active } = await set(undefined, { target, mode: 'outage' });
    expect(status).toBe(422);
    expect(body).toEqual({ detail: 'This stage was started without faults.' });
    expect(active).toEqual([]);
  });

  test.each(['mail', 'model'])('sets a fault of the %s on a stage without proxies', async (target) => {
    const { status, active } = await set(undefined, { target, mode: 'outage' });
    expect(status).toBe(200);
    expect(active).toMatchObject([{ target, mode: 'outage' }]);
  });
});
