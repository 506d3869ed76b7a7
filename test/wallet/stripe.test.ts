import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { newWorkspace, table } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { booksOf, deliver, newAgent, paidCheckout, type Signing } from './agent.ts';

beforeAll(useOwnTables);

afterEach(() => {
  jest.restoreAllMocks();
});

const seconds = () => Math.floor(Date.now() / 1000);

describe('a signed payment', () => {
  test('is credited once when delivered 20 times concurrently and again later', async () => {
    const agent = await newAgent();
    const event = paidCheckout(agent.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(event)));
    answers.push(await deliver(event, { at: seconds() - 60 }));
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toEqual(['200 {"received":true}']);
    const books = await booksOf(agent.id);
    expect([books.balance, books.kinds]).toEqual([500, ['payment']]);
  });

  test('is credited once if two events report one checkout', async () => {
    const agent = await newAgent();
    const event = paidCheckout(agent.id);
    await deliver(event);
    await deliver({ ...event, id: `evt_${newId()}`, type: 'checkout.session.async_payment_succeeded' });
    expect((await booksOf(agent.id)).balance).toBe(500);
  });

  test('is credited if one of several signatures is valid, and while two secrets are accepted', async () => {
    const agent = await newAgent();
    const header: Signing['header'] = (time, signature) => `t=${time},v1=${'0'.repeat(64)},v0=x,v1=${signature}`;
    expect((await deliver(paidCheckout(agent.id), { header })).status).toBe(200);
    const before = process.env.STRIPE_WEBHOOK_SECRET;
    process.env.STRIPE_WEBHOOK_SECRET = `whsec_new,${before}`;
    try {
      expect((await deliver(paidCheckout(agent.id), { secret: 'whsec_new' })).status).toBe(200);
      expect((await deliver(paidCheckout(agent.id))).status).toBe(200);
    } finally {
      process.env.STRIPE_WEBHOOK_SECRET = before;
    }
    expect((await booksOf(agent.id)).balance).toBe(1500);
  });

  test('a payment in another currency or without a valid workspace is accepted, stored and not credited, and an operator is notified once', async () => {
    const heard = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const [agent, ws] = [await newAgent(), await newWorkspace()];
    const events = [
      paidCheckout(agent.id, { currency: 'eur' }),
      paidCheckout(newId()),
      paidCheckout(ws.id),
      paidCheckout('x'),
    ];
    for (const event of events) {
      expect((await deliver(event)).status).toBe(200);
      expect((await deliver(event)).status).toBe(200);
      const kept = await table().get(keys.payment(event.data.object.id));
      expect(kept).toMatchObject({ state: 'unassigned', cents: 500 });
    }
    expect((await booksOf(agent.id)).balance).toBe(0);
    expect(await table().get(keys.wallet(ws.id))).toBe(undefined);
    const lines = heard.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines.map(({ level, payment }) => [level, payment])).toEqual(
      events.map(({ data }) => ['error', data.object.id]),
    );
  });

  test.each([
    ['is unpaid', { payment_status: 'unpaid' }, 'checkout.session.completed'],
    ['has an amount of zero', { amount_total: 0 }, 'checkout.session.completed'],
    ['is negative', { amount_total: -500 }, 'checkout.session.completed'],
    ['is no number', { amount_total: '500' }, 'checkout.session.completed'],
    ['was refunded', {}, 'charge.refunded'],
    ['names no workspace', { client_reference_id: null }, 'checkout.session.completed'],
  ])('a signed payment that %s is accepted and changes nothing', async (_, more, type) => {
    const agent = await newAgent();
    const event = paidCheckout(agent.id, more, type);
    expect((await deliver(event)).status).toBe(200);
    expect((await booksOf(agent.id)).balance).toBe(0);
    expect(await table().get(keys.payment(event.data.object.id))).toBe(undefined);
  });
});

describe('an event without a valid signature', () => {
  const at = seconds();
  const cases: [string, Signing][] = [
    ['another secret', { secret: 'whsec_other' }],
    ['an empty secret', { secret: '' }],
    ['a time six minutes ago', { at: at - 360 }],
    ['a time six minutes ahead', { at: at + 360 }],
    ['another time than it signed', { header: (time, signature) => `t=${time + 1},v1=${signature}` }],
    ['two times', { header: (time, signature) => `t=${time},t=${time},v1=${signature}` }],
    ['another scheme', { header: (time, signature) => `t=${time},v0=${signature}` }],
    ['a cut signature', { header: (time, signature) => `t=${time},v1=${signature.slice(0, 32)}` }],
    ['no signature', { header: (time) => `t=${time}` }],
    ['no time', { header: (_, signature) => `v1=${signature}` }],
    ['an empty header', { header: () => '' }],
    ['eleven signatures', { header: (time, signature) => `t=${time},${'v1=x,'.repeat(10)}v1=${signature}` }],
  ];

  test.each(cases)('an event with %s is a 400 and changes nothing', async (_, signing) => {
    const agent = await newAgent();
    const { status, body } = await deliver(paidCheckout(agent.id), signing);
    expect([status, body.reason]).toEqual([400, 'bad_signature']);
    expect((await booksOf(agent.id)).balance).toBe(0);
  });

  test('an event whose body was modified after it was signed is a 400', async () => {
    const agent = await newAgent();
    const event = JSON.stringify(paidCheckout(agent.id));
    const { createHmac } = await import('node:crypto');
    const time = seconds();
    const signature = createHmac('sha256', 'whsec_local').update(`${time}.${event}`).digest('hex');
    const changed = event.replace('"amount_total":500', '"amount_total":50000');
    const { status } = await deliver(changed, { header: () => `t=${time},v1=${signature}` });
    expect([status, (await booksOf(agent.id)).balance]).toEqual([400, 0]);
  });
});

test('a signed event that is no JSON is a 400; one of an unknown type is accepted', async () => {
  expect((await deliver('{"id":')).status).toBe(400);
  for (const event of ['null', '[]', '"x"', '{}', { id: 'evt_1', type: 'checkout.session.completed', data: {} }]) {
    expect((await deliver(event)).status).toBe(200);
  }
});

test('the webhook does not exist on a stage without payments', async () => {
  const before = process.env.STRIPE_WEBHOOK_SECRET;
  delete process.env.STRIPE_WEBHOOK_SECRET;
  try {
    expect((await deliver(paidCheckout(newId()))).status).toBe(404);
  } finally {
    process.env.STRIPE_WEBHOOK_SECRET = before;
  }
});
