import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readPairs, scoreOf } from '../../bench/duplicates/pairs.ts';
import { featuresOf, likeness, type Reported, readReport } from '../../functions/annotations/duplicates/similar.ts';
import { annotationStore } from '../../functions/annotations/store.ts';
import { call, callOf, newWorkspace, table, type Workspace } from '../driver.ts';
import { processorMs } from '../processor-time.ts';
import { seedAnnotations } from './seed.ts';

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const patch = async (id: string, body: Record<string, unknown>) =>
  call('PATCH', `/api/widget/annotations/${id}`, { as: ws.owner, body });
const read = async (id: string) => (await call('GET', `/api/widget/annotations/${id}`, { as: ws.owner })).body;
const duplicatesOf = async (id: string) =>
  (await call('GET', `/api/widget/annotations/${id}/duplicates`, { as: ws.owner })).body;
const at = (url: string, selector: string, body: string) => ({
  body,
  context: { page: { url }, anchor: { kind: 'element', selector } },
});

const compared = (one: Reported, other: Reported) => featuresOf(readReport(one), readReport(other));

describe('the rule for duplicates', () => {
  test.each([
    ['pairs', 300, 0.9],
    ['second', 120, 0.85],
  ])('reaches its F1 on the list %s of %i labeled pairs', async (list, size, least) => {
    const pairs = await readPairs(new URL(`../../bench/duplicates/${list}`, import.meta.url));
    expect(pairs).toHaveLength(size);
    const judged = pairs.map(({ duplicate, notes }) => ({
      duplicate,
      isSuggested: likeness(compared(...notes)) > 0,
    }));
    expect(scoreOf(judged).f1).toBeGreaterThanOrEqual(least);
  });

  test('never joins notes of different places, and is symmetric', () => {
    const one = { page: '/cart', element: 'td.total', text: 'The total ignores my voucher' };
    const other = { page: '/checkout', element: 'td.sum', text: 'The total ignores my voucher' };
    expect(likeness(compared(one, other))).toBe(Number.NEGATIVE_INFINITY);
    const near = { ...other, page: '/cart', element: undefined };
    expect(compared(one, near)).toEqual(compared(near, one));
  });

  test('reads pairs of another folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pairs-'));
    const note = { page: '/', element: 'body', text: 'No sound' };
    await writeFile(
      join(folder, 'own.jsonl'),
      `${JSON.stringify({ id: 'a-1-1', duplicate: true, notes: [note, note] })}\n`,
    );
    const read = await readPairs(folder);
    await rm(folder, { recursive: true });
    expect(read).toMatchObject([{ duplicate: true, notes: [{ page: '/', text: 'No sound' }, { text: 'No sound' }] }]);
    expect(read[0]?.notes[0].element).toBeUndefined();
  });
});

describe('suggestions', () => {
  test('name the note with the same fault of the same element, not the one with another fault', async () => {
    const own = await ws.site();
    const url = 'https://shop.example.com/cart';
    const first = await ws.note(own, at(url, 'td.total', 'The total ignores the 20% voucher'));
    await ws.note(own, at(url, 'td.total', 'The font of this number is ugly'));
    await ws.note(own, at('https://shop.example.com/jobs', 'a.apply', 'Where can I apply?'));
    const asked = await ws.note(
      own,
      at(url, 'td.total', 'Voucher code was accepted but nothing was taken off the total'),
    );
    const { suggestions, duplicates } = await duplicatesOf(asked.id);
    expect(suggestions).toMatchObject([{ id: first.id, same: 'element' }]);
    expect(duplicates).toEqual([]);
    await patch(asked.id, { duplicate_of: first.id });
    expect((await duplicatesOf(asked.id)).suggestions).toEqual([]);
    expect((await duplicatesOf(first.id)).duplicates).toMatchObject([{ id: asked.id, duplicate_of: first.id }]);
  });

  test('are found among quarantined, closed and unreadable notes only if people would look there', async () => {
    const own = await ws.site();
    const url = 'https://shop.example.com/video';
    const notes = await Promise.all(
      ['The video has no sound', 'No audio in this clip', 'I hear nothing in the video'].map((body) =>
        ws.note(own, at(url, 'video', body)),
      ),
    );
    const [asked, aside, resolved] = notes.map(({ id }) => id) as [string, string, string];
    await patch(aside, { quarantined: true });
    await patch(resolved, { status: 'resolved' });
    expect((await duplicatesOf(asked)).suggestions).toMatchObject([{ id: resolved, status: 'resolved' }]);
    const [seeded] = await seedAnnotations(ws.id, own.id, 1, () => ({ excerpt: 'No sound', page_url: url }));
    expect((await duplicatesOf(asked)).suggestions.map(({ id }: { id: string }) => id)).not.toContain(seeded);
  });

  test('suggestions for the longest text cost about as much as those for a short one', async () => {
    const own = await ws.site();
    const page_url = 'https://shop.example.com/cart';
    await seedAnnotations(ws.id, own.id, 200, () => ({ excerpt: 'The total ignores my voucher', page_url }));
    const costOf = async (body: string) => {
      const { id } = await ws.note(own, at(page_url, 'td.total', body));
      await duplicatesOf(id);
      // The process also collects its garbage, at any time.
      const costs = [];
      for (let times = 0; times < 3; times += 1) costs.push(await processorMs(() => duplicatesOf(id)));
      return Math.min(...costs);
    };
    const short = await costOf('The voucher does nothing');
    for (const word of ['geht ', 'kommt ', 'voucher ']) {
      expect(await costOf(word.repeat(Math.floor(10_000 / word.length)).trim())).toBeLessThan(5 * short + 200);
    }
  });
});

describe('an original', () => {
  const pointers = async (id: string) => (await duplicatesOf(id)).duplicates.length;

  test('counts its duplicates in lists and in full, and stops when one is reopened, moved or deleted', async () => {
    const [original, other, one, two, three] = await Promise.all(Array.from({ length: 5 }, () => ws.note(site)));
    const ids = [one, two, three].map((note) => note?.id ?? '');
    for (const id of ids) expect((await patch(id, { duplicate_of: original?.id })).status).toBe(200);
    const listed = await call('GET', `/api/widget/sites/${site.id}/annotations?status=pending`, { as: ws.owner });
    const row = listed.body.items.find(({ id }: { id: string }) => id === original?.id);
    expect(row).toMatchObject({ duplicate_count: 3 });
    const counted = async (id = '') => [(await read(id)).duplicate_count, await pointers(id)];
    expect(await counted(original?.id)).toEqual([3, 3]);
    await patch(ids[0] ?? '', { status: 'pending' });
    expect(await counted(original?.id)).toEqual([2, 2]);
    await patch(ids[1] ?? '', { duplicate_of: other?.id });
    expect(await counted(original?.id)).toEqual([1, 1]);
    expect(await counted(other?.id)).toEqual([1, 1]);
    await call('DELETE', `/api/widget/annotations/${ids[2]}`, { as: ws.owner });
    expect(await counted(original?.id)).toEqual([0, 0]);
  });

  test('does not become a duplicate itself, so that no reporter is lost in a chain', async () => {
    const [original, top, double] = await Promise.all([ws.note(site), ws.note(site), ws.note(site)]);
    await patch(double.id, { duplicate_of: original.id });
    const refused = await patch(original.id, { duplicate_of: top.id });
    expect([refused.status, refused.body.detail]).toMatchObject([409, expect.stringContaining('Make it the original')]);
    expect(await read(original.id)).toMatchObject({ status: 'pending', duplicate_of: null, duplicate_count: 1 });
  });

  test('deleting an original lets its duplicates be reopened', async () => {
    const [original, double] = await Promise.all([ws.note(site), ws.note(site)]);
    await patch(double.id, { duplicate_of: original.id });
    await call('DELETE', `/api/widget/annotations/${original.id}`, { as: ws.owner });
    expect((await patch(double.id, { status: 'pending' })).body).toMatchObject({
      status: 'pending',
      duplicate_of: null,
    });
  });

  test('an original and its duplicate can be deleted at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const pair = await Promise.all([ws.note(site), ws.note(site)]);
      const [original, double] = pair.map(({ id }) => id) as [string, string];
      await patch(double, { duplicate_of: original });
      const path = (id: string) => `/api/widget/annotations/${id}`;
      const answers = await Promise.all(pair.map(({ id }) => call('DELETE', path(id), { as: ws.owner })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('an original that concurrently becomes a duplicate refuses merges into it with the reason', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, two, three] = await Promise.all([ws.note(site), ws.note(site), ws.note(site)]);
      const answers = await Promise.all([
        patch(one.id, { duplicate_of: two.id }),
        patch(two.id, { duplicate_of: three.id }),
      ]);
      const codes = answers.flatMap(({ status, body }) => (status === 200 ? [] : (body.code ?? body.detail[0].code)));
      expect(['', 'has_duplicates', 'no_such_original']).toContain(codes.join());
    }
  });

  test('is not counted wrong by a change or deletion that read its duplicate before the merge', async () => {
    const [original, closed] = await Promise.all([ws.note(site), ws.note(site)]);
    const store = annotationStore(table(), await callOf(ws.owner, ws.id));
    const before = await store.thread(closed.id);
    await patch(closed.id, { duplicate_of: original.id });
    await store.patch(before, { status: 'resolved', updated_at: before.row.updated_at });
    expect(await read(closed.id)).toMatchObject({ status: 'resolved', duplicate_of: null });
    expect(await read(original.id)).toMatchObject({ duplicate_count: 0 });
    for (let round = 0; round < 8; round += 1) {
      const deleted = await ws.note(site);
      const [merge, removal] = await Promise.all([
        patch(deleted.id, { duplicate_of: original.id }),
        call('DELETE', `/api/widget/annotations/${deleted.id}`, { as: ws.owner }),
      ]);
      expect([200, 404]).toContain(merge.status);
      expect(removal.status).toBe(200);
      expect(await read(original.id)).toMatchObject({ duplicate_count: 0 });
    }
  });

  test('counts concurrent merges exactly', async () => {
    const original = await ws.note(site);
    const doubles = await Promise.all(Array.from({ length: 6 }, () => ws.note(site)));
    const answers = await Promise.all(doubles.map(({ id }) => patch(id, { duplicate_of: original.id })));
    const merged = answers.filter(({ status }) => status === 200).length;
    expect(await read(original.id)).toMatchObject({ duplicate_count: merged });
    expect(await pointers(original.id)).toBe(merged);
  });
});
