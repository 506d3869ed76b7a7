import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, usageParts } from '../../functions/kit/table/keys.ts';
import { openTable } from '../../functions/kit/table/table.ts';
import { currentTops, removalOf } from '../../functions/usage/top.ts';
import { windowEnding } from '../../functions/usage/window.ts';
import { handler as countUsage } from '../../functions/workers/count-usage.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, signIn } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { audited, eventOf, record, sent } from './records.ts';

let admin: Caller;

beforeAll(async () => {
  // Tables that nothing else is counted in.
  await useOwnTables();
  admin = await signIn({ groups: ['admins'] });
});
// Each test begins when all that was counted before has fallen out of the window.
beforeEach(() => void advance(100 * DAY));

const view = async (query = '') => (await call('GET', `/api/admin/usage${query}`, { as: admin })).body;
const totals = async () =>
  Object.fromEntries(
    (await view('?limit=200')).rows.items.map(({ actor_id, writes, runs, mails }: Record<string, unknown>) => [
      actor_id,
      [writes, runs, mails],
    ]),
  );

describe('a write in the stream', () => {
  test('is counted once when a batch is delivered 20 times concurrently and once more', async () => {
    const [ada, ben, cleo] = [newId(), newId(), newId()];
    const batch = eventOf([
      ...Array.from({ length: 60 }, () => audited(ada, now())),
      ...Array.from({ length: 30 }, () => audited(ben, now(), { runs: 5 })),
      ...Array.from({ length: 10 }, () => sent(cleo, now())),
    ]);
    await Promise.all(Array.from({ length: 20 }, () => countUsage(batch)));
    expect(await countUsage(batch)).toEqual({ batchItemFailures: [] });
    expect(await totals()).toEqual({ [ada]: [60, 0, 0], [ben]: [30, 150, 0], [cleo]: [0, 0, 10] });
  });

  test('is counted once when later batches have other boundaries', async () => {
    const who = newId();
    const records = Array.from({ length: 250 }, () => audited(who, now()));
    for (const [from, to] of [
      [0, 100],
      [40, 140],
      [0, 250],
      [139, 250],
    ] as const) {
      expect(await countUsage(eventOf(records.slice(from, to)))).toEqual({ batchItemFailures: [] });
    }
    await countUsage(eventOf([...records, ...records]));
    expect(await totals()).toEqual({ [who]: [250, 0, 0] });
  });

  test('a write by each of a hundred people fits into transactions', async () => {
    const people = Array.from({ length: 100 }, newId);
    const records = people.map((who) => audited(who, now()));
    expect(await countUsage(eventOf(records))).toEqual({ batchItemFailures: [] });
    expect(Object.keys(await totals()).sort()).toEqual(people.sort());
  });

  test('is not counted without an actor, or if nothing was written or sent', async () => {
    const who = newId();
    const mail = { ...keys.invitationMail(newId(), newId(), newId()), caused_by: who };
    const resolution = { ...keys.resolution(newId(), newId(), newId()), actor_kind: 'human', caused_by: who };
    const records = [
      record({ ...keys.audit(newId(), '2026-11', newId()), action: 'wallet.top_up', created_at: now() }),
      record({ ...mail, mail_state: 'owed', created_at: now() }),
      record({ ...mail, mail_state: 'refused', settled_at: now() }, { ...mail, mail_state: 'claimed' }),
      record({ ...mail, mail_state: 'sent', settled_at: now() }, { ...mail, mail_state: 'sent', settled_at: now() }),
      record({ ...resolution, created_at: now() }),
      {},
    ];
    expect(await countUsage(eventOf(records))).toEqual({ batchItemFailures: [] });
    expect((await view()).rows).toEqual({ items: [], next_cursor: null });
  });

  test('is redelivered with its batch while the table is unreachable, and then counted', async () => {
    const who = newId();
    const batch = eventOf(Array.from({ length: 3 }, () => audited(who, now())));
    const setting = process.env.SCRATCH_TABLE_NAME;
    const said = console.error;
    console.error = () => undefined;
    try {
      process.env.SCRATCH_TABLE_NAME = 'gone';
      const broken = await loadAnew();
      expect((await broken(batch)).batchItemFailures).toHaveLength(3);
    } finally {
      process.env.SCRATCH_TABLE_NAME = setting;
      console.error = said;
    }
    expect(await countUsage(batch)).toEqual({ batchItemFailures: [] });
    expect(await totals()).toEqual({ [who]: [3, 0, 0] });
  });
});

/** The worker with the settings of this moment. */
const loadAnew = async (): Promise<typeof countUsage> => {
  const { jest } = await import('@jest/globals');
  let loaded: typeof countUsage | undefined;
  await jest.isolateModulesAsync(async () => {
    loaded = (await import('../../functions/workers/count-usage.ts')).handler;
  });
  return loaded as typeof countUsage;
};

describe('the admin view', () => {
  test('pages through everyone once, in order, with totals over months', async () => {
    const people = Array.from({ length: 57 }, newId).sort();
    const days = [now() - 89 * DAY, now() - 40 * DAY, now()];
    const records = people.flatMap((who, place) => days.map((at) => audited(who, at, { runs: place + 1 })));
    const early = newId();
    await countUsage(eventOf([...records, audited(early, now() - 90 * DAY)]));
    const seen: { actor_id: string; writes: number; runs: number }[] = [];
    let cursor = '';
    for (let page = 0; page === 0 || cursor; page += 1) {
      const { rows, top } = await view(`?limit=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      expect(top === null).toBe(page > 0);
      seen.push(...rows.items);
      cursor = rows.next_cursor ?? '';
    }
    expect(seen.map(({ actor_id }) => actor_id)).toEqual(people);
    expect(seen.map(({ writes, runs }) => [writes, runs])).toEqual(people.map((_, place) => [3, 3 * (place + 1)]));
  });

  test('lists the top ten of each kind in descending order, ties in order, with users’ addresses', async () => {
    const people = Array.from({ length: 12 }, newId).sort();
    const [, , third] = people;
    await openTable().put({ ...keys.user(third ?? ''), id: third, email: 'third@example.com' });
    await countUsage(
      eventOf([
        ...people.flatMap((who, place) => Array.from({ length: place + 1 }, () => audited(who, now()))),
        ...people.slice(0, 4).map((who) => audited(who, now(), { runs: 2 })),
        sent(third ?? '', now()),
        audited('mcp:someSite', now()),
      ]),
    );
    const { top } = await view('?limit=1');
    const mostWrites = people
      .map((who, place) => [who, place + 1 + (place < 4 ? 1 : 0)] as const)
      .sort(([, a], [, b]) => b - a);
    expect(top.writes.map((one: { actor_id: string; count: number }) => [one.actor_id, one.count])).toEqual(
      mostWrites.slice(0, 10),
    );
    expect(top.runs.map((one: { actor_id: string }) => one.actor_id)).toEqual(people.slice(0, 4));
    expect(top.mails).toEqual([{ actor_id: third, user_id: third, email: 'third@example.com', count: 1 }]);
    const { items } = (await view()).rows;
    expect(items.at(-1)).toEqual({
      actor_id: 'mcp:someSite',
      user_id: null,
      email: null,
      writes: 1,
      runs: 0,
      mails: 0,
    });
  });

  const topWrites = async () =>
    (await view('?limit=1')).top.writes.map((one: { actor_id: string; count: number }) => [one.actor_id, one.count]);
  const counts = (who: string, times: number, at = now()) =>
    countUsage(eventOf(Array.from({ length: times }, () => audited(who, at))));

  test('ranks again with every batch: an actor who passes the tenth moves up, even if others counted in between', async () => {
    const people = Array.from({ length: 12 }, newId).sort();
    await Promise.all(people.map((who, place) => counts(who, 20 - place)));
    const [last = ''] = people.slice(-1);
    expect((await topWrites()).flat()).not.toContain(last);
    await Promise.all([counts(last, 8), counts(people[0] ?? '', 1)]);
    const ranked = [
      [people[0], 21],
      [people[1], 19],
      [people[2], 18],
      [last, 17],
      [people[3], 17],
    ].sort(([a, first], [b, second]) => Number(second) - Number(first) || (String(a) < String(b) ? -1 : 1));
    expect((await topWrites()).slice(0, 5)).toEqual(ranked);
  });

  test('ranks again each day, without the day that left the window, whether a write or an admin comes first', async () => {
    const [early, steady, other] = [newId(), newId(), newId()];
    await counts(early, 9, now() - 89 * DAY);
    await counts(early, 1);
    await counts(steady, 5);
    expect(await topWrites()).toEqual([
      [early, 10],
      [steady, 5],
    ]);
    advance(DAY);
    expect(await topWrites()).toEqual([
      [steady, 5],
      [early, 1],
    ]);
    advance(DAY);
    await counts(other, 3);
    expect(await topWrites()).toEqual([
      [steady, 5],
      [other, 3],
      [early, 1],
    ]);
  });

  test('the admin view names an erased person nowhere, and the eleventh moves up', async () => {
    const people = Array.from({ length: 11 }, newId).sort();
    const [gone = ''] = people;
    await openTable().put({ ...keys.user(gone), id: gone, email: 'gone@example.com' });
    await countUsage(
      eventOf(people.flatMap((who, place) => Array.from({ length: 12 - place }, () => audited(who, now())))),
    );
    const before = await view();
    expect(before.rows.items[0]).toMatchObject({ actor_id: gone, email: 'gone@example.com' });
    expect(before.top.writes[0]).toMatchObject({ actor_id: gone, email: 'gone@example.com' });
    await openTable().put({ ...keys.user(gone), id: gone });
    await openTable().transact(removalOf(gone));
    const after = await view();
    expect(JSON.stringify(after)).not.toMatch(new RegExp(`${gone}|gone@example`));
    expect(after.top.writes.map(({ actor_id }: { actor_id: string }) => actor_id)).toEqual(people.slice(1));
    await counts(gone, 20);
    expect((await view()).top.writes[0]).toEqual({ actor_id: gone, user_id: gone, email: null, count: 20 });
  });

  test('names users by the address that they had at their first write of the day', async () => {
    const who = newId();
    const named = (email: string) => openTable().put({ ...keys.user(who), id: who, email });
    const emails = async () => {
      await counts(who, 1);
      const { top, rows } = await view();
      return [top.writes[0].email, rows.items[0].email];
    };
    await named('former@example.com');
    expect(await emails()).toEqual(['former@example.com', 'former@example.com']);
    await named('present@example.com');
    advance(DAY);
    expect(await emails()).toEqual(['present@example.com', 'present@example.com']);
  });

  test('names no one whose erasure came while a list was made that was absent before', async () => {
    const gone = newId();
    await openTable().put({ ...keys.user(gone), id: gone, email: 'late@example.com' });
    await countUsage(eventOf([audited(gone, now())]));
    await openTable().put({ ...keys.user(gone), id: gone });
    await openTable().transact(removalOf(newId()));
    const ranking = openTable();
    const pages = ranking.pages.bind(ranking);
    let open = usageParts.length;
    ranking.pages = async function* (query) {
      yield* pages(query);
      open -= 1;
      if (open === 0) await openTable().transact(removalOf(gone));
    };
    await currentTops(ranking, windowEnding(now()));
    expect(open).toBe(0);
    expect(JSON.stringify(await view())).not.toMatch(new RegExp(`${gone}|late@example`));
  });

  test('is empty if nothing was counted', async () => {
    expect(await view()).toMatchObject({
      window_days: 90,
      rows: { items: [], next_cursor: null },
      top: { writes: [], runs: [], mails: [] },
    });
  });

  test('rejects a modified cursor', async () => {
    await countUsage(eventOf([audited(newId(), now()), audited(newId(), now())]));
    const { rows } = await view('?limit=1');
    const { status } = await call('GET', `/api/admin/usage?cursor=${rows.next_cursor}x`, { as: admin });
    expect(status).toBe(400);
  });
});
