import { expect, test } from '@jest/globals';
import { call, newWorkspace } from '../driver.ts';
import { seedReview } from '../reviews/seed.ts';
import { decide, everyPage, read, report, submit, withdraw } from './showcased.ts';

/** The essentials of `public`, `states` and `reports`, which are proofs. */
test('a submitted review is public once approved, and hidden by a report, a rejection and a withdrawal', async () => {
  const ws = await newWorkspace();
  const { id } = await seedReview(ws.id);
  const { slug } = (await submit(id, ws.owner)).body;
  const statusOf = async () => (await read(slug)).status;
  const stateOf = async () => (await call('GET', `/api/reviews/${id}`, { as: ws.owner })).body.showcase?.state;
  expect([await stateOf(), await statusOf()]).toEqual(['pending', 404]);
  await decide(id, 'approve');
  expect([await stateOf(), await statusOf()]).toEqual(['approved', 200]);
  expect((await everyPage('/api/showcase')).map((one) => one.slug)).toContain(slug);
  expect((await report(slug)).status).toBe(200);
  expect(await statusOf()).toBe(404);
  await decide(id, 'approve');
  expect(await statusOf()).toBe(200);
  await decide(id, 'reject', 'No.');
  expect([await stateOf(), await statusOf()]).toEqual(['rejected', 404]);
  expect((await withdraw(id, ws.owner)).body).toEqual({ id, deleted: true });
  expect(await stateOf()).toBeUndefined();
});
