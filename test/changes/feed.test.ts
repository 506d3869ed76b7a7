import { describe, expect, test } from '@jest/globals';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { append, type Change, type Position, readFrom } from '../../functions/changes/log.ts';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { changesPartition, keys } from '../../functions/kit/table/keys.ts';
import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';
import { handler as follow } from '../../functions/workers/dispatch.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newWorkspace, table } from '../driver.ts';

const SITE = newId();

type Plain = Record<string, string | number>;
const image = (plain: Plain): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [
      name,
      typeof value === 'number' ? { N: String(value) } : { S: value },
    ]),
  );

let sequence = 0;
/** As the stream has it. */
const recordOf = (before: Plain | undefined, after: Plain | undefined): DynamoDBRecord => {
  sequence += 1;
  return {
    eventID: newId(),
    eventName: after ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE',
    dynamodb: {
      SequenceNumber: String(sequence).padStart(12, '0'),
      ...(before && { OldImage: image(before) }),
      ...(after && { NewImage: image(after) }),
    },
  };
};

const noteOf = (ws: string, id: string, revision: number): Plain => ({
  ...keys.annotation(ws, id),
  site_id: SITE,
  reply_count: revision,
});

const changeOf = (id: string): Change => ({ id, type: 'annotation.changed', annotation_id: newId(), site_id: 's' });

const everyChange = async (ws: string, limit = 7, from?: Position) => {
  const seen: Change[] = [];
  let position = from;
  for (;;) {
    const page = await readFrom(table(), ws, position, limit);
    if (!page) throw new Error('The log lost something.');
    seen.push(...page.changes);
    position = page.end;
    if (!page.has_more) return { seen, position };
  }
};

describe('the log of changes', () => {
  test('loses, repeats and reorders nothing, however writers, redeliveries and readers interleave', async () => {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
    console.log(`FUZZ_SEED=${seed}`);
    const random = chanceFrom(seed);
    for (let round = 0; round < 6; round += 1) {
      const ws = newId();
      const notes = Array.from({ length: 8 }, newId);
      const written = notes.map((id) =>
        Array.from({ length: 10 }, (_, revision) =>
          recordOf(revision === 0 ? undefined : noteOf(ws, id, revision - 1), noteOf(ws, id, revision)),
        ),
      );
      // As on AWS: each note is in one shard, whose records come in order; a failed batch comes again.
      const shards = [0, 1, 2].map((shard) => {
        const queues = written.filter((_, note) => note % 3 === shard).map((records) => [...records]);
        const merged: DynamoDBRecord[] = [];
        while (queues.some((queue) => queue.length > 0)) {
          const queue = queues[Math.floor(random() * queues.length)];
          const next = queue?.shift();
          if (next) merged.push(next);
        }
        return merged;
      });
      let isOver = false;
      const deliver = async (records: DynamoDBRecord[]) => {
        for (let at = 0; at < records.length; ) {
          const size = 1 + Math.floor(random() * 12);
          const batch = records.slice(at, at + size);
          const { batchItemFailures } = await follow({ Records: batch });
          const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
          const first = batch.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
          if (first >= 0) at += first;
          // Sometimes the answer is lost, and everything comes again.
          else if (random() > 0.2) at += size;
        }
      };
      const read = async (): Promise<string[]> => {
        const seen: string[] = [];
        let position: Position | undefined = { number: 1, taken: 0 };
        for (;;) {
          const wasOver = isOver;
          const page = await readFrom(table(), ws, position, 1 + Math.floor(random() * 9));
          if (!page) throw new Error('The log lost something.');
          seen.push(...page.changes.map(({ id }) => id));
          position = page.end;
          if (wasOver && !page.has_more) return seen;
        }
      };
      const readers = [read(), read(), read()];
      await Promise.all(shards.map(deliver));
      isOver = true;
      const [first = [], ...others] = await Promise.all(readers);
      for (const other of others) expect(other).toEqual(first);
      expect(first.toSorted()).toEqual(
        written
          .flat()
          .map(({ eventID }) => eventID)
          .toSorted(),
      );
      for (const records of written) {
        const own = records.map(({ eventID }) => eventID ?? '');
        expect(first.filter((id) => own.includes(id))).toEqual(own);
      }
    }
  });

  test('numbers its rows without gaps, and only the newest lasts', async () => {
    const ws = newId();
    for (let count = 0; count < 5; count += 1) await append(table(), ws, [changeOf(newId())]);
    await append(
      table(),
      ws,
      Array.from({ length: 14 }, () => changeOf(newId())),
    );
    const rows = await table().queryAll({ partition: changesPartition(ws), consistent: true });
    expect(rows.map(({ sk }) => Number(sk))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(rows.map(({ ttl }) => ttl !== undefined)).toEqual([...Array(7).fill(true), false]);
  });

  test('is read from any position on with pages of any size', async () => {
    const ws = newId();
    const ids = Array.from({ length: 23 }, newId);
    for (const part of [ids.slice(0, 1), ids.slice(1, 9), ids.slice(9)]) await append(table(), ws, part.map(changeOf));
    for (const limit of [1, 2, 5, 6, 200]) {
      const { seen, position } = await everyChange(ws, limit);
      expect(seen.map(({ id }) => id)).toEqual(ids);
      const more = await readFrom(table(), ws, position, limit);
      expect(more).toEqual({ changes: [], end: position, has_more: false });
    }
  });

  test('says that a position older than 30 days is lost, and not that an idle one is', async () => {
    const ws = newId();
    await append(table(), ws, [changeOf('one')]);
    await append(table(), ws, [changeOf('two')]);
    const { position } = await everyChange(ws);
    advance(31 * DAY);
    expect(await readFrom(table(), ws, { number: 1, taken: 0 }, 5)).toBeUndefined();
    expect(await readFrom(table(), ws, { number: 2, taken: 0 }, 5)).toBeUndefined();
    expect((await readFrom(table(), ws, undefined, 5))?.changes).toEqual([]);
    // As TTL leaves it: the newest row remains, so that numbers go on.
    await table().removeMany([keys.changes(ws, '000000000001')]);
    await append(table(), ws, [changeOf('three')]);
    expect((await readFrom(table(), ws, position, 5))?.changes).toMatchObject([{ id: 'three' }]);
    expect((await readFrom(table(), ws, undefined, 5))?.changes).toMatchObject([{ id: 'three' }]);
  });

  test('is read from the first kept row on while old ones wait for their deletion', async () => {
    const ws = newId();
    for (let count = 0; count < 7; count += 1) await append(table(), ws, [changeOf(newId())]);
    advance(31 * DAY);
    for (const id of ['eight', 'nine', 'ten']) await append(table(), ws, [changeOf(id)]);
    for (const limit of [1, 2, 3, 50]) {
      expect((await everyChange(ws, limit)).seen.map(({ id }) => id)).toEqual(['eight', 'nine', 'ten']);
    }
  });
});

describe('a change of a note', () => {
  const followed = async (...records: DynamoDBRecord[]) => {
    const ws = newId();
    await follow({ Records: records.map((record) => JSON.parse(JSON.stringify(record).replaceAll('WS0', ws))) });
    return (await everyChange(ws)).seen.map(({ type }) => type);
  };
  const note = noteOf('WS0', 'n1', 0);
  const marked = { ...note, deleted_at: 5, job: 'purge', due_at: 5 };

  test('is listed as created, changed or removed', async () => {
    expect(await followed(recordOf(undefined, note), recordOf(note, { ...note, reply_count: 1 }))).toEqual([
      'annotation.created',
      'annotation.changed',
    ]);
  });

  test('is not listed if only the service’s own attributes differ', async () => {
    expect(await followed(recordOf(note, { ...note, reviewed_at: 5, news_at: 5, anchor_check: 5 }))).toEqual([]);
    expect(await followed(recordOf(marked, { ...marked, requeues: 1 }))).toEqual([]);
    expect(await followed(recordOf(undefined, { pk: 'WS#WS0#ANN#n1', sk: 'REPLY#r1', site_id: SITE }))).toEqual([]);
  });

  test('leaves one removal, when the note is deleted and not again when it is purged', async () => {
    expect(await followed(recordOf(note, marked), recordOf(marked, undefined))).toEqual(['annotation.removed']);
  });
});

test('a purge of a site leaves one removal for each of its notes, and one of the workspace leaves no log', async () => {
  const ws = await newWorkspace();
  const removal = recordOf(noteOf(ws.id, newId(), 0), undefined);
  await follow({ Records: [removal] });
  await follow({ Records: [removal] });
  expect((await everyChange(ws.id)).seen).toMatchObject([{ type: 'annotation.removed' }]);
  await table().transact([{ update: keys.workspace(ws.id), set: { purging_at: now() } }]);
  await follow({ Records: [recordOf(noteOf(ws.id, newId(), 0), undefined)] });
  expect((await everyChange(ws.id)).seen).toHaveLength(1);
  expect((await call('GET', '/api/v1/changes', { as: ws.owner })).body.items).toHaveLength(1);
});
