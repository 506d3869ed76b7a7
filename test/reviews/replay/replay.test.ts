import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openTable } from '../../../functions/kit/table/table.ts';
import { call, newWorkspace } from '../../driver.ts';
import { useOwnTables } from '../../workers/own-tables.ts';
import { billOf } from './prompt-cache.ts';
import { PIECES, replay, seedReplays } from './replay.ts';

beforeAll(useOwnTables);

/** Ids and times differ each time. */
const settled = (text: string): string =>
  text.replace(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, 'ID').replace(/\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/g, 'TIME');

/** `GOLDEN=write` renews the files; read them before you commit them. */
const expectGolden = (folder: string, text: string): void => {
  const file = join(import.meta.dirname, folder, 'report.golden.md');
  if (process.env.GOLDEN === 'write') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
};

describe.each(PIECES)('a review of $folder by a recorded strong model', (piece) => {
  test('ends complete, within its calls, and as the report that was read by hand', async () => {
    const ws = await newWorkspace();
    const replayed = await replay(openTable(), ws.id, piece);
    expect(replayed.faults).toEqual([]);
    const { body } = await call('GET', `/api/reviews/${replayed.id}`, { as: ws.owner });
    expect(body).toMatchObject({ status: 'complete', conclusion: { by: 'chair', notes: [] } });
    const bill = billOf(replayed.bills);
    if (process.env.GOLDEN) process.stderr.write(`${piece.folder} ${JSON.stringify(bill)}\n`);
    expect(bill.spared).toBeGreaterThanOrEqual(0.55);
    expect(bill.planned).toBe(17);
    expect(bill.planned + bill.repairs).toBeLessThanOrEqual(32);
    const { text } = await call('GET', `/api/reviews/${replayed.id}/markdown`, { as: ws.owner });
    expectGolden(piece.folder, settled(text));
  });
});

test('finished reviews of all pieces can be seeded into a workspace for its pages', async () => {
  const ws = await newWorkspace();
  const ids = await seedReplays(openTable(), ws.id);
  const { body } = await call('GET', '/api/reviews', { as: ws.owner });
  expect(body.items.map(({ id, status }: { id: string; status: string }) => [id, status]).sort()).toEqual(
    [...ids.values()].map((id) => [id, 'complete']).sort(),
  );
});
