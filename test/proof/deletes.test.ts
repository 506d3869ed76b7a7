import { beforeAll, expect, test } from '@jest/globals';
import { MINUTE, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { openTable, type Table } from '../../functions/kit/table/table.ts';
import { owed } from '../../functions/owed/jobs.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { fillReview } from '../workers/full-review.ts';
import { fillSite, inParallel, remainsOf } from '../workers/full-site.ts';
import { batchOf } from '../workers/messages.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { everywhere } from '../workers/remains.ts';

let table: Table;

beforeAll(async () => {
  await useOwnTables();
  table = openTable();
});

/** A Lambda that has time for so many looks at the clock, and then none. */
const runFor = (looks: number) => {
  let left = looks;
  return {
    getRemainingTimeInMillis: () => {
      left -= 1;
      return left > 0 ? 60_000 : 0;
    },
  };
};

test('a site with 5,000 annotations and 60 reviews, interrupted three times, leaves no orphan in table or bucket', async () => {
  const [ws, site] = [newId(), newId()];
  const key = keys.site(ws, site);
  await table.put({ ...keys.workspace(ws), id: ws, deleted_sites: new Set([site]) });
  await fillSite(ws, site, 5000);
  await inParallel(Array.from({ length: 60 }), () => fillReview(ws, site));
  const elsewhere = await fillReview(ws, newId());
  const sites = keys.site(ws, site);
  await table.put({ ...sites, id: site, workspace_id: ws, deleted_at: now(), ...owed('purge', key, now()) });
  const message = batchOf([{ job: 'purge', ...key }]);

  for (const looks of [30, 60]) {
    expect(await purge(message, runFor(looks))).toEqual({ batchItemFailures: [] });
    expect(await table.get(key)).toBeDefined();
  }
  // The third time it dies on the way: a row that cannot be removed now comes back with the message.
  const { removeMany } = Object.getPrototypeOf(table) as Table;
  let calls = 0;
  Object.getPrototypeOf(table).removeMany = function (this: Table, rows: Parameters<Table['removeMany']>[0]) {
    calls += 1;
    if (calls > 100) throw new Error('the function timed out');
    return removeMany.call(this, rows);
  };
  expect((await purge(message)).batchItemFailures).toHaveLength(1);
  Object.getPrototypeOf(table).removeMany = removeMany;
  expect((await remainsOf(ws, site)).length).toBeGreaterThan(1000);

  for (let runs = 0; (await table.get(key)) !== undefined; runs += 1) {
    expect(runs).toBeLessThan(5);
    await purge(message);
    advance(MINUTE);
  }
  expect(await remainsOf(ws, site)).toEqual([]);
  expect(await everywhere(site)).toEqual([]);
  expect((await everywhere(`${ws}#REVIEW#`)).every((key) => key.includes(elsewhere))).toBe(true);
  expect((await everywhere(`${ws}/reviews/`)).every((key) => key.includes(elsewhere))).toBe(true);
  expect((await everywhere(elsewhere)).length).toBeGreaterThan(5);
});
