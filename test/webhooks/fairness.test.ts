import type { ServerResponse } from 'node:http';
import { afterAll, describe, expect, test } from '@jest/globals';
import { HOUR, MINUTE, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import type { Item, StoredRow } from '../../functions/kit/table/table.ts';
import { newDelivery } from '../../functions/webhooks/delivery.ts';
import { webhookEvent } from '../../functions/webhooks/event.ts';
import { notePace } from '../../functions/webhooks/pace.ts';
import { handler } from '../../functions/workers/deliver-webhook.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { batchOf } from '../workers/messages.ts';
import { until } from '../workers/until.ts';
import { newWebhook, pathOf, useTarget } from './target.ts';

const target = useTarget();
const hanging: ServerResponse[] = [];
afterAll(() => {
  for (const response of hanging) response.destroy();
});

const fresh = () => `/${newId()}`;
const hangAt = (path: string) => target.behave(path, (response) => void hanging.push(response));

const newRow = (ws: Workspace, webhook: string) => {
  const event = webhookEvent('annotation.created', now(), { annotation_id: newId() });
  return newDelivery({ ws: ws.id, webhook, id: newId() }, event, now());
};

const hangingWebhook = async () => {
  const ws = await newWorkspace();
  const path = fresh();
  hangAt(path);
  return { ws, path, webhook: (await newWebhook(ws, target.url(path))).id };
};

/** Through the queue and the worker of the stage. */
describe('a workspace with a target that hangs and 200 events', () => {
  test('holds one delivery at a time, and the events of another workspace arrive', async () => {
    const slow = await hangingWebhook();
    const rows = Array.from({ length: 200 }, () => newRow(slow.ws, slow.webhook));
    for (let start = 0; start < rows.length; start += 50)
      await Promise.all(rows.slice(start, start + 50).map((row) => table().put(row)));
    await until(async () => target.at(slow.path).length > 0);

    const quick = await newWorkspace();
    const path = fresh();
    const { id } = await newWebhook(quick, target.url(path));
    for (let times = 0; times < 5; times += 1) await table().put(newRow(quick, id));
    await until(async () => target.at(path).length === 5, 'five events of the other workspace');
    // Ten seconds each, so this is what fits into the time that the others took.
    expect(target.at(slow.path).length).toBeLessThan(20);
    const log = await call('GET', `${pathOf(quick, id, 'deliveries')}?limit=10`, { as: quick.owner });
    expect(log.body.items).toHaveLength(5);
    const states = await Promise.all(rows.map(async (row) => (await table().get(row))?.state));
    expect(states.filter((state) => state !== 'pending')).toEqual([]);
    await call('DELETE', pathOf(slow.ws, slow.webhook), { as: slow.ws.owner });
  });
});

/** Rows that the stage's own worker ignores. */
const ownRow = async (ws: Workspace, webhook: string) => {
  const { job: _, due_at: __, due_pk: ___, ...row } = newRow(ws, webhook) as Item & ReturnType<typeof newDelivery>;
  await table().put(row);
  return {
    job: { job: 'deliver-webhook', pk: row.pk, sk: row.sk },
    read: async () => (await table().get(row)) as Item,
  };
};

const deliver = async (rows: readonly { job: { pk: string; sk: string } }[]) => {
  const answer = await handler(batchOf(rows.map(({ job }) => job)));
  for (const { job } of rows)
    await table().tryTransact([{ update: job, remove: ['due_pk'], when: [['exists', 'pk']] }]);
  return answer;
};

const rowsOf = (ws: Workspace, webhook: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => ownRow(ws, webhook)));

const countsOf = async (rows: readonly { read: () => Promise<Item> }[]) => {
  const read = await Promise.all(rows.map((row) => row.read()));
  return {
    tried: read.filter(({ attempts }) => attempts === 1).length,
    putOff: read.filter(({ put_off, attempts }) => put_off === 1 && attempts === 0).length,
    delivered: read.filter(({ state }) => state === 'delivered').length,
  };
};

describe('deliveries of one workspace', () => {
  test('deliveries to targets that hang run one per webhook and three in all, and putting one off is no attempt', async () => {
    const ws = await newWorkspace();
    const paths = Array.from({ length: 5 }, fresh);
    for (const path of paths) hangAt(path);
    const webhooks = await Promise.all(paths.map((path) => newWebhook(ws, target.url(path))));
    const rows = (await Promise.all(webhooks.map(({ id }) => rowsOf(ws, id, 3)))).flat();
    const done = rows.map(({ job }) => handler(batchOf([job])));
    await Promise.all(done);
    const counts = paths.map((path) => target.at(path).length);
    expect(Math.max(...counts)).toBe(1);
    const { tried, putOff, delivered } = await countsOf(rows);
    expect([tried, tried + putOff, delivered]).toEqual([counts.filter((count) => count > 0).length, rows.length, 0]);
    expect(tried).toBeGreaterThan(0);
    expect(tried).toBeLessThanOrEqual(3);
    expect(await table().get(keys.webhookSlots(ws.id))).not.toHaveProperty('slot_0');
  });

  test('run at once after the first quick answer, until one is slow; then no quick answer counts for an hour', async () => {
    const ws = await newWorkspace();
    const path = fresh();
    const { id } = await newWebhook(ws, target.url(path));
    await deliver(await rowsOf(ws, id, 1));
    const burst = await rowsOf(ws, id, 10);
    await deliver(burst);
    expect(await countsOf(burst)).toEqual({ tried: 10, putOff: 0, delivered: 10 });

    hangAt(path);
    await deliver(await rowsOf(ws, id, 1));
    target.behave(path, (response) => response.writeHead(204).end());
    await deliver(await rowsOf(ws, id, 1));
    const later = await rowsOf(ws, id, 5);
    await deliver(later);
    expect((await countsOf(later)).putOff).toBeGreaterThan(0);
    advance(HOUR);
    await deliver(await rowsOf(ws, id, 1));
    const again = await rowsOf(ws, id, 5);
    await deliver(again);
    expect(await countsOf(again)).toMatchObject({ delivered: 5 });
  });

  test('run one at a time once a target breaks connections, however soon', async () => {
    const ws = await newWorkspace();
    const path = fresh();
    const { id } = await newWebhook(ws, target.url(path));
    await deliver(await rowsOf(ws, id, 1));
    target.behave(path, (response) => response.destroy());
    await deliver(await rowsOf(ws, id, 1));
    expect(target.at(path)).toHaveLength(2);
    await deliver(await rowsOf(ws, id, 5));
    expect(target.at(path)).toHaveLength(3);
  });

  test('deliveries get the slot of a dead worker after a minute', async () => {
    const ws = await newWorkspace();
    const path = fresh();
    const { id } = await newWebhook(ws, target.url(path));
    const held = { webhook: id, delivery_id: newId(), until: now() + MINUTE };
    await table().put({ ...keys.webhookSlots(ws.id), slot_0: held });
    const [row] = await rowsOf(ws, id, 1);
    await deliver([row!]);
    expect(target.at(path)).toHaveLength(0);
    advance(MINUTE + 1);
    await deliver([row!]);
    expect(await row!.read()).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('start over with another address of the webhook', async () => {
    const ws = await newWorkspace();
    const { id } = await newWebhook(ws, target.url(fresh()));
    await deliver(await rowsOf(ws, id, 1));
    const path = fresh();
    hangAt(path);
    await call('PATCH', pathOf(ws, id), { as: ws.owner, body: { url: target.url(path) } });
    await deliver(await rowsOf(ws, id, 6));
    expect(target.at(path)).toHaveLength(1);
  });

  test('don’t wait for a slow address that the webhook had before, even if it answers after the move', async () => {
    const ws = await newWorkspace();
    const { id } = await newWebhook(ws, target.url(fresh()));
    const read = async () => (await table().get(keys.webhook(ws.id, id))) as StoredRow;
    const former = await read();
    await notePace(table(), former, HOUR, now());
    expect(await read()).toHaveProperty('slow_until');
    await call('PATCH', pathOf(ws, id), { as: ws.owner, body: { url: target.url(fresh()) } });
    await notePace(table(), former, HOUR, now());
    expect(await read()).not.toHaveProperty('slow_until');
    await deliver(await rowsOf(ws, id, 1));
    const burst = await rowsOf(ws, id, 5);
    await deliver(burst);
    expect(await countsOf(burst)).toMatchObject({ delivered: 5 });
  });
});
