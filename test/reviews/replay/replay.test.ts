import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openTable } from '../../../functions/kit/table/table.ts';
import { outline } from '../../../lib/docs/outline.ts';
import { call, newWorkspace, type Workspace } from '../../driver.ts';
import { useOwnTables } from '../../workers/own-tables.ts';
import { billOf } from './prompt-cache.ts';
import { PIECES, replay, seedReplays } from './replay.ts';

beforeAll(useOwnTables);

/** Ids and times differ each time. */
const settled = (text: string): string =>
  text.replace(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, 'ID').replace(/\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/g, 'TIME');

/** `GOLDEN=write` renews the files; read them before you commit them. */
const expectGolden = (file: string, text: string): void => {
  if (process.env.GOLDEN === 'write') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
};

/** The public page of a finished review shows it, so it is as people without an account read a shared one. */
const SAMPLE = join(import.meta.dirname, '../../../web/dashboard/public/sample/review.generated.json');

const sharedAs = async (ws: Workspace, review_id: string): Promise<string> => {
  const { token } = (await call('POST', `/api/reviews/${review_id}/share`, { as: ws.owner })).body;
  const path = `/api/reviews/shared/${token}`;
  const [review, feedback, facts] = await Promise.all(
    ['', '/feedback', '/facts'].map(async (part) => (await call('GET', `${path}${part}`)).body),
  );
  const ids: string[] = [];
  const at = String(Date.UTC(2026, 10, 25, 9));
  return `${outline({ review, feedback, facts }, 3)}\n`
    .replace(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `sample-${ids.indexOf(id) + 1}`;
    })
    .replace(/("\w+_at": ?)"\d+"/g, `$1"${at}"`);
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
    expectGolden(join(import.meta.dirname, piece.folder, 'report.golden.md'), settled(text));
    if (piece.folder === 'landing-page') expectGolden(SAMPLE, await sharedAs(ws, replayed.id));
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
