import { expect, test } from '@jest/globals';
import { MINUTE, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { moveCents, walletRow } from '../../functions/wallet/movement.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, table } from '../driver.ts';
import { onceNotBusy } from '../once-not-busy.ts';
import { create } from '../reviews/reviewed.ts';
import { answerTo, modelOf, stageReview } from '../reviews/run/scene.ts';
import { seedPersona } from '../reviews/seed.ts';
import { booksOf, deliver, newAgent, paidCheckout, registering, withOpenSignup } from '../wallet/agent.ts';
import { batchOf } from '../workers/messages.ts';
import { faultyTable } from './faulty-table.ts';

const { faults } = faultyTable();

const tenPercent = (seed: number) => {
  faults.set({ target: 'table', mode: 'throttling', rate: 0.04, seed });
  faults.set({ target: 'table', mode: 'conflict', rate: 0.04, seed: seed + 1 });
  faults.set({ target: 'table', mode: 'timeout_after', rate: 0.02, seed: seed + 2 });
};

const seedOf = () => {
  const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`FAULT_SEED=${seed}`);
  return seed;
};

const counted = (statuses: readonly number[]) =>
  Object.fromEntries([...new Set(statuses)].sort().map((one) => [one, statuses.filter((it) => it === one).length]));

const buyAtOnce = (count: number, as: Caller) =>
  Promise.all(
    Array.from({ length: count }, () => {
      const headers = { 'idempotency-key': newId() };
      return onceNotBusy(() => create(as, {}, { headers }));
    }),
  );

test('500 cents pay for 100 of 200 concurrent reviews; the others are refused with a payment link, and the balance is 0', async () => {
  const agent = await newAgent({ cents: 500 });
  const answers = await buyAtOnce(200, agent.as);
  expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 100, 402: 100 });
  const refused = answers.filter(({ status }) => status === 402);
  expect([...new Set(refused.map(({ body }) => body.wallet_topup_url))]).toEqual([agent.answer.wallet_topup_url]);
  const { balance, sum, entries } = await booksOf(agent.id);
  expect([balance, sum]).toEqual([0, 0]);
  const charges = entries.filter(({ kind }) => kind === 'charge');
  const made = answers.flatMap(({ status, body }) => (status === 200 ? [body.id] : []));
  expect(charges.map(({ review_id }) => review_id).toSorted()).toEqual(made.toSorted());
});

test('500 cents pay for 100 of 200 concurrent reviews while every third write conflicts', async () => {
  const agent = await newAgent({ cents: 500 });
  faults.set({ target: 'table', mode: 'conflict', rate: 0.33, seed: seedOf() });
  const answers = await buyAtOnce(200, agent.as);
  faults.clear();
  expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 100, 402: 100 });
  expect(await booksOf(agent.id)).toMatchObject({ balance: 0, sum: 0 });
});

test('each answered review, replay and payment is charged once while 10% of table requests fail', async () => {
  const agent = await newAgent({ cents: 300 });
  tenPercent(seedOf());
  const reviews = Array.from({ length: 80 }, () => ({ 'idempotency-key': newId() }));
  const events = Array.from({ length: 10 }, () => paidCheckout(agent.id, { amount_total: 10 }));
  const answers = await Promise.all(
    reviews.map(async (headers) => {
      const first = await create(agent.as, {}, { headers });
      const again = await create(agent.as, {}, { headers });
      // A refused request may be able to pay by now; an answered one gets the same answer.
      if (first.status === 200) expect([again.status, again.body.id]).toEqual([200, first.body.id]);
      return [first, again].find(({ status }) => status === 200) ?? again;
    }),
  );
  const delivered = await Promise.all([...events, ...events, ...events].map((event) => deliver(event)));
  faults.clear();
  const statuses = counted(answers.map(({ status }) => status));
  console.log(JSON.stringify(statuses));
  expect(Object.keys(statuses).filter((status) => !['200', '402'].includes(status))).toEqual([]);
  expect(counted(delivered.map(({ status }) => status))).toEqual({ 200: 30 });
  const { balance, sum, entries } = await booksOf(agent.id);
  const ofKind = (kind: string) => entries.filter((one) => one.kind === kind);
  expect([balance, ofKind('payment').length]).toEqual([sum, 10]);
  expect(balance).toBe(300 + 100 - 5 * (statuses[200] ?? 0));
  expect(new Set(ofKind('charge').map(({ review_id }) => review_id)).size).toBe(statuses[200]);
});

test('each failed review is refunded once while 10% of table requests fail and half of the models answer nothing usable', async () => {
  const scenes = await Promise.all(
    Array.from({ length: 20 }, () =>
      stageReview({ personas: [seedPersona(), seedPersona(), seedPersona()], more: { charged_cents: 5 } }),
    ),
  );
  for (const { ws } of scenes) {
    await table().put(walletRow(ws, now()));
    await table().transact(moveCents(ws, { kind: 'grant', cents: 5 }, now()).writes);
  }
  tenPercent(seedOf());
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      scenes.map((scene, index) => {
        const { model } = modelOf((call) => (index % 2 ? 'nothing of use' : answerTo(call)));
        return scene.worker(model)(batchOf([...scene.jobs, ...scene.jobs, ...scene.jobs]));
      }),
    );
    advance(6 * MINUTE);
  }
  faults.clear();
  for (const [index, scene] of scenes.entries()) {
    const { balance, sum, kinds } = await booksOf(scene.ws);
    const [status, gets] = index % 2 ? ['failed', ['grant', 'refund']] : ['complete', ['grant']];
    expect([(await scene.review())?.status, kinds, balance]).toEqual([status, gets, sum]);
  }
});

test('fifty registrations with one key make one workspace with one token while 10% of table requests fail', async () => {
  tenPercent(seedOf());
  const body = { contact_email: `agent-${newId().toLowerCase()}@example.com` };
  const headers = { 'idempotency-key': `register-${newId()}` };
  const answers = await withOpenSignup(() =>
    Promise.all(Array.from({ length: 50 }, () => registering(body, { headers }))),
  );
  faults.clear();
  expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
  expect(answers[0]?.status).toBe(200);
});
