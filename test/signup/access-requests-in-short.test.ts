import { expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { call, newWorkspace } from '../driver.ts';
import { newAdmin } from '../wallet/agent.ts';

/** The essentials of `access-requests`, which is a proof. */
test('a request for access is stored once, and shown to operators only', async () => {
  const email = `asker-${newId().toLowerCase()}@example.com`;
  const body = { email, intent: 'To review our pages', source: 'a friend' };
  for (let times = 0; times < 2; times += 1) {
    const answer = await call('POST', '/api/access-requests', { body });
    expect([answer.status, answer.body]).toEqual([200, { ok: true, queued: true, message: expect.any(String) }]);
  }
  expect((await call('POST', '/api/access-requests', { body: { ...body, email: 'no one' } })).status).toBe(422);
  const path = '/api/admin/access-requests?limit=200';
  const { items } = (await call('GET', path, { as: await newAdmin() })).body;
  expect(items.filter((one: { email: string }) => one.email === email)).toMatchObject([body]);
  expect((await call('GET', path, { as: (await newWorkspace()).owner })).status).toBe(403);
});
