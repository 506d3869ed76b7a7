import { expect, test } from '@jest/globals';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { handler as countUsage } from '../../functions/workers/count-usage.ts';
import { call, signIn } from '../driver.ts';
import { audited, eventOf, sent } from '../usage/records.ts';
import { faultyTable } from './faulty-table.ts';
import { randomFrom } from './random.ts';

const PEOPLE = 25;
const RECORDS = 3000;
const SHARDS = 4;

const { faults } = faultyTable();

test('every record counts once in any batches and redeliveries while 30% of table requests fail', async () => {
  const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`FAULT_SEED=${seed}`);
  const said = console.error;
  console.error = () => undefined;
  const random = randomFrom(seed);
  const people = Array.from({ length: PEOPLE }, newId).sort();
  const expected = new Map(people.map((who) => [who, { writes: 0, runs: 0, mails: 0 }]));
  const records = Array.from({ length: RECORDS }, () => {
    const who = random.pick(people);
    const counts = expected.get(who);
    if (!counts) throw new Error('Nobody was picked.');
    if (random.pick([true, false, false])) {
      counts.mails += 1;
      return sent(who, now());
    }
    const runs = random.pick([0, 0, 3]);
    counts.writes += 1;
    counts.runs += runs;
    return audited(who, now(), runs > 0 ? { runs } : {});
  });
  faults.set({ target: 'table', mode: 'throttling', rate: 0.1, seed });
  faults.set({ target: 'table', mode: 'conflict', rate: 0.1, seed: seed + 1 });
  faults.set({ target: 'table', mode: 'timeout_after', rate: 0.1, seed: seed + 2 });

  /** As a mapping reads a shard: from the first that failed on, now and then a batch that was done already, in any size. */
  const readShard = async (shard: typeof records) => {
    let at = 0;
    while (at < shard.length) {
      const from = Math.max(0, at - random.pick([0, 0, 0, 40]));
      const batch = shard.slice(from, from + random.pick([1, 30, 100]));
      const { batchItemFailures } = await countUsage(eventOf(batch));
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      const first = batch.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
      at = Math.max(at, from + (first === -1 ? batch.length : first));
    }
  };
  await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      readShard(records.filter((_record, place) => place % SHARDS === shard)),
    ),
  );
  faults.clear();
  console.error = said;

  const admin = await signIn({ groups: ['admins'] });
  const { body } = await call('GET', '/api/admin/usage?limit=200', { as: admin });
  const counted = body.rows.items.map(({ actor_id, writes, runs, mails }: Record<string, unknown>) => [
    actor_id,
    { writes, runs, mails },
  ]);
  expect(counted).toEqual([...expected]);
  for (const kind of ['writes', 'runs', 'mails'] as const) {
    const ranked = [...expected]
      .map(([actor_id, counts]) => ({ actor_id, count: counts[kind] }))
      .sort((a, b) => b.count - a.count || (a.actor_id < b.actor_id ? -1 : 1));
    expect(body.top[kind]).toMatchObject(ranked.slice(0, 10));
  }
});
