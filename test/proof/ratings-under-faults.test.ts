import { expect, test } from '@jest/globals';
import { MINUTE } from '../../functions/kit/clock.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { raterOf } from '../../functions/reviews/api/rater.ts';
import { judgeKey } from '../../functions/reviews/judge/calibrators.ts';
import { handler as refit } from '../../functions/workers/refit-calibrator.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, newTeam, table } from '../driver.ts';
import { SEED_JUDGE, seedReview } from '../reviews/seed.ts';
import { batchOf } from '../workers/messages.ts';
import { faultyTable } from './faulty-table.ts';
import { randomFrom } from './random.ts';

const RATERS = 12;
const ROUNDS = 25;

const { faults } = faultyTable();

test('each accepted rating counts once while 10% of table requests fail and refits run', async () => {
  const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`FAULT_SEED=${seed}`);
  const random = randomFrom(seed);
  const ws = await newTeam();
  const raters: Caller[] = await Promise.all(Array.from({ length: RATERS }, () => ws.token()));
  const reviews = await Promise.all(Array.from({ length: 6 }, () => seedReview(ws.id)));
  const places = reviews.flatMap(({ id, findings }) => findings.map((finding) => ({ id, finding: finding.id })));
  const key = keys.calibrator(ws.id, judgeKey(SEED_JUDGE));
  const calibratorRow = async () => ((await table().get(key)) ?? {}) as Item;
  const messages = () => batchOf([{ job: 'refit-calibrator', ...key }]);
  const taken = new Map<string, number>();
  const statuses: Record<number, number> = {};

  faults.set({ target: 'table', mode: 'throttling', rate: 0.04, seed });
  faults.set({ target: 'table', mode: 'conflict', rate: 0.04, seed: seed + 1 });
  faults.set({ target: 'table', mode: 'timeout_after', rate: 0.02, seed: seed + 2 });
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 10 === 0) advance(MINUTE);
    const rate = async (as: Caller, rater: number) => {
      const { id, finding } = random.pick(places);
      const rating = random.pick([1, 2, 3, 4, 5]);
      const { status } = await call('POST', `/api/reviews/${id}/feedback/${finding}/rate`, { as, body: { rating } });
      statuses[status] = (statuses[status] ?? 0) + 1;
      const place = `${finding}#${rater}`;
      if (status === 200) taken.set(place, rating);
      // It may have been written: what it left is not known.
      else taken.delete(place);
    };
    await Promise.all([...raters.map(rate), refit(messages())]);
  }
  faults.clear();
  console.log(JSON.stringify(statuses));
  expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '503')).toEqual([]);
  expect(statuses[503] ?? 0).toBeLessThan((RATERS * ROUNDS) / 100);

  for (let runs = 0; (await calibratorRow()).job !== undefined; runs += 1) {
    expect(runs).toBeLessThan(10);
    advance(MINUTE);
    await refit(messages());
  }
  const row = await calibratorRow();
  expect(row.labels_since).toBe(0);
  const { items } = await table().query({
    partition: workspacePartition(ws.id),
    sort: ['begins_with', 'LABEL#'],
    consistent: true,
  });
  const written = new Map(items.map(({ sk, rating }) => [String(sk), rating]));
  expect(written.size).toBeGreaterThanOrEqual(taken.size);
  for (const [place, rating] of taken) {
    const [finding = '', rater = ''] = place.split('#');
    const token = raters[Number(rater)] as Caller & { token_id: string };
    const label = keys.label(ws.id, judgeKey(SEED_JUDGE), finding, raterOf(ws.id, `token:${token.token_id}`));
    expect(written.get(label.sk)).toBe(rating);
  }
});
