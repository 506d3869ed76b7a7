import { beforeAll, describe, expect, test } from '@jest/globals';
import { itemBytes } from '../../bench/item-size.ts';
import { Annotation, AnnotationListItem } from '../../functions/annotations/schema.ts';
import { firstIdAt, newId, timeOfId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { toStored } from '../../functions/kit/table/stored-form.ts';
import { type Caller, call, indexesCaughtUp, newWorkspace, table, type Workspace } from '../driver.ts';
import { onceNotBusy } from '../once-not-busy.ts';
import { seedAnnotations } from './seed.ts';

const SURFACES = ['/api/v1', '/api/widget'] as const;

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const list = (as: Caller, site_id: string, query: Record<string, string> = {}, surface: string = SURFACES[0]) =>
  call('GET', `${surface}/sites/${site_id}/annotations?${new URLSearchParams(query)}`, { as });

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

const everyId = async (as: Caller, site_id: string, query: Record<string, string>, between = async () => {}) => {
  const seen: string[] = [];
  let cursor: string | null = null;
  let requests = 0;
  do {
    const answer = await list(as, site_id, { ...query, ...(cursor && { cursor }) });
    expect(answer.status).toBe(200);
    seen.push(...idsOf(answer));
    cursor = answer.body.next_cursor;
    requests += 1;
    await between();
  } while (cursor);
  return { seen, requests };
};

describe('200', () => {
  test.each([
    ['Élodie Marchand-Beaumont de la Tour', 'Élodie Marchand-Beaumont de…'],
    ['Vera Visitor', 'Vera Visitor'],
  ])('lists show the name %s as %s', async (name, shown) => {
    const own = await ws.site();
    await ws.note(own, { name });
    expect((await list(ws.owner, own.id)).body.items[0].submitter.name).toBe(shown);
  });

  test('lists cut a long address and name as the contract says, and the note has them whole', async () => {
    const own = await ws.site();
    const [url, name] = [`https://shop.example.com/${'long/'.repeat(30)}`, 'Maximiliane von der Heydt zu Hohenfels'];
    const { id } = await ws.note(own, { name, context: { page: { url }, anchor: { kind: 'page' } } });
    const [item] = (await list(ws.owner, own.id)).body.items;
    const whole = await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner });
    expect([item.page_url, whole.body.page.url, whole.body.submitter.name]).toEqual([url.slice(0, 100), url, name]);
    const { page_url, submitter } = AnnotationListItem.shape;
    const said = [page_url.description, submitter.shape.name.description];
    expect(said).toEqual([expect.stringMatching(/first 100 bytes.* page\.url/), expect.stringMatching(/32 bytes/)]);
    expect(Annotation.shape.submitter.shape.name.description).toBeUndefined();
  });

  test.each(SURFACES)('%s lists items with every list field and no detail field', async (surface) => {
    const own = await ws.site();
    const body = `${'Long. '.repeat(60)}end`;
    const note = await ws.note(own, { body, kind: 'copy', name: 'Vera', email: 'vera@example.com' });
    const answer = await list(ws.owner, own.id, {}, surface);
    expect(answer.body).toEqual({
      next_cursor: null,
      quarantined_count: 0,
      untrusted: expect.arrayContaining(['items[].excerpt', 'items[].page_url', 'items[].submitter.name']),
      items: [
        {
          id: note.id,
          site_id: own.id,
          status: 'pending',
          kind: 'copy',
          summary: '',
          assignee_id: null,
          auto_fix: false,
          excerpt: body.slice(0, 300),
          page_url: 'https://shop.example.com/cart',
          element: '',
          submitter: { kind: 'anonymous', name: 'Vera', has_email: true },
          has_screenshot: false,
          acknowledged_at: null,
          acknowledged_by: null,
          lease_expires_at: null,
          quarantine: null,
          waiting_for: 'owner',
          flag: null,
          risks: [],
          approval_state: null,
          priority: 'none',
          due_on: null,
          labels: [],
          created_at: String(timeOfId(note.id)),
          updated_at: String(timeOfId(note.id)),
        },
      ],
    });
    expect(answer.text).not.toMatch(/vera@example|pk"|gsi|hash|note_key|captured/);
  });

  test('both surfaces list newest first, 50 per page by default', async () => {
    const own = await ws.site();
    const ids = (await seedAnnotations(ws.id, own.id, 60)).reverse();
    for (const surface of SURFACES) {
      const first = await list(ws.owner, own.id, {}, surface);
      expect(idsOf(first)).toEqual(ids.slice(0, 50));
      const rest = await list(ws.owner, own.id, { cursor: first.body.next_cursor }, surface);
      expect(idsOf(rest)).toEqual(ids.slice(50));
      expect(rest.body.next_cursor).toBeNull();
      expect(idsOf(await list(ws.owner, own.id, { limit: '200' }, surface))).toEqual(ids);
      expect((await list(ws.owner, own.id, { limit: '60' }, surface)).body.next_cursor).toBeNull();
    }
  });

  test('order=oldest pages from the oldest note on, and a cursor of one order is refused in the other', async () => {
    const own = await ws.site();
    const ids = await seedAnnotations(ws.id, own.id, 7);
    for (const query of [{ order: 'oldest' }, { order: 'oldest', status: 'pending' }]) {
      expect((await everyId(ws.owner, own.id, { ...query, limit: '3' })).seen).toEqual(ids);
    }
    const { next_cursor } = (await list(ws.owner, own.id, { order: 'oldest', limit: '3' })).body;
    expect((await list(ws.owner, own.id, { cursor: next_cursor })).status).toBe(400);
    expect((await list(ws.owner, own.id, { order: 'priority' })).status).toBe(422);
  });

  test('an element is listed by its tag and name, cut to 48 bytes, and empty for a whole page', async () => {
    const own = await ws.site();
    const page = { url: 'https://shop.example.com/cart' };
    for (const anchor of [
      { kind: 'page' },
      { kind: 'element', tag: 'h1', text: 'ü'.repeat(100) },
      { kind: 'element', tag: 'button', name: 'Buy', text: 'Buy the lamp' },
    ])
      await ws.note(own, { context: { page, anchor } });
    const { items } = (await list(ws.owner, own.id)).body;
    expect(items.map(({ element }: { element: string }) => element)).toEqual([
      'button Buy',
      `h1 ${'ü'.repeat(22)}`,
      '',
    ]);
  });

  test('a status filter returns notes of that status, and legacy statuses count as pending', async () => {
    const own = await ws.site();
    const statuses = ['pending', 'blocked', 'resolved', 'won_t_fix', 'duplicate'] as const;
    const ids = await seedAnnotations(ws.id, own.id, 10, (index) => ({ status: statuses[index % 5] }));
    for (const [index, status] of statuses.entries()) {
      expect([status, idsOf(await list(ws.owner, own.id, { status }))]).toEqual([status, [ids[index + 5], ids[index]]]);
    }
    for (const status of ['new', 'ack', 'triaged', 'in_progress']) {
      expect([status, idsOf(await list(ws.owner, own.id, { status }))]).toEqual([status, [ids[5], ids[0]]]);
    }
  });

  test('a kind filter returns notes of that kind, and none for an unknown kind', async () => {
    const own = await ws.site();
    const ids = await seedAnnotations(ws.id, own.id, 4, (index) => ({ kind: index % 2 ? 'copy' : 'bug' }));
    expect(idsOf(await list(ws.owner, own.id, { kind: 'copy' }))).toEqual([ids[3], ids[1]]);
    expect((await list(ws.owner, own.id, { kind: 'nonsense' })).body).toMatchObject({ items: [], next_cursor: null });
  });

  test.each(['newest', 'oldest'])('a kind filter pages over all statuses in order, %s first', async (order) => {
    const own = await ws.site();
    const statuses = ['pending', 'resolved', 'blocked', 'pending', 'duplicate'] as const;
    const kinds = ['bug', 'praise', 'copy'] as const;
    const ids = await seedAnnotations(ws.id, own.id, 90, (index) => ({
      status: statuses[index % 5],
      kind: kinds[index % 3],
    }));
    for (const [place, kind] of kinds.entries()) {
      const ofKind = ids.filter((_, index) => index % 3 === place);
      const inOrder = order === 'oldest' ? ofKind : ofKind.toReversed();
      for (const limit of ['1', '4', '29', '30'])
        expect([kind, limit, (await everyId(ws.owner, own.id, { kind, order, limit })).seen]).toEqual([
          kind,
          limit,
          inOrder,
        ]);
      const pending = inOrder.filter((id) => statuses[ids.indexOf(id) % 5] === 'pending');
      const query = { kind, order, status: 'pending', limit: '3' };
      expect((await everyId(ws.owner, own.id, query)).seen).toEqual(pending);
    }
  });

  test('a kind filter combines with the others, over statuses too', async () => {
    const own = await ws.site();
    const ids = await seedAnnotations(ws.id, own.id, 40, (index) => ({
      status: index % 2 ? 'pending' : 'resolved',
      kind: index % 4 < 2 ? 'praise' : 'bug',
      auto_fix: index % 5 === 0,
    }));
    const wanted = ids.filter((_, index) => index % 4 < 2 && index % 5 === 0).reverse();
    const query = { kind: 'praise', auto_fix: 'true', limit: '2' };
    expect((await everyId(ws.owner, own.id, query)).seen).toEqual(wanted);
    const since = String(timeOfId(ids[20] ?? ''));
    expect(idsOf(await list(ws.owner, own.id, { kind: 'praise', since, status: 'pending' }))).toEqual(
      ids.filter((id, index) => index % 4 === 1 && id >= firstIdAt(Number(since))).reverse(),
    );
  });

  test('a note moves between the lists of its kind with its status, its quarantine and its end', async () => {
    const own = await ws.site();
    const { id } = await ws.note(own, { kind: 'praise' });
    const lists = async () => {
      const queries = [{}, { status: 'pending' }, { status: 'resolved' }];
      const answers = await Promise.all(queries.map((query) => list(ws.owner, own.id, { kind: 'praise', ...query })));
      return answers.map((answer) => idsOf(answer).includes(id));
    };
    const patch = (body: object) => call('PATCH', `/api/widget/annotations/${id}`, { as: ws.owner, body });
    expect(await lists()).toEqual([true, true, false]);
    await patch({ status: 'resolved' });
    expect(await lists()).toEqual([true, false, true]);
    await patch({ quarantined: true });
    expect(await lists()).toEqual([false, false, false]);
    expect(idsOf(await list(ws.owner, own.id, { kind: 'praise', quarantined: 'true' }))).toEqual([id]);
    await patch({ quarantined: false });
    expect(await lists()).toEqual([true, false, true]);
    await patch({ status: 'pending' });
    expect(await lists()).toEqual([true, true, false]);
    await call('DELETE', `/api/widget/annotations/${id}`, { as: ws.owner });
    expect(await lists()).toEqual([false, false, false]);
  });

  test('auto_fix true restricts to flagged notes, false excludes them, absent shows all', async () => {
    const own = await ws.site();
    const ids = await seedAnnotations(ws.id, own.id, 3, (index) => ({ auto_fix: index === 1 }));
    expect(idsOf(await list(ws.owner, own.id, { auto_fix: 'true' }))).toEqual([ids[1]]);
    expect(idsOf(await list(ws.owner, own.id, { auto_fix: 'false' }))).toEqual([ids[2], ids[0]]);
    expect(idsOf(await list(ws.owner, own.id))).toEqual([ids[2], ids[1], ids[0]]);
  });

  test('since returns notes created at or after that millisecond', async () => {
    const own = await ws.site();
    const at = 1_800_000_000_000;
    const ids = [at - 1, at, at + 1].map((time) => firstIdAt(time).slice(0, 10) + newId().slice(10));
    let next = 0;
    await seedAnnotations(ws.id, own.id, 3, () => ({ id: ids[next++] }));
    await indexesCaughtUp();
    await Promise.all(
      ids.map(async (id) => {
        const { items } = await table().query({
          index: 'gsi1',
          partition: `WS#${ws.id}#SITE#${own.id}`,
          sort: ['=', id],
        });
        expect(items).toHaveLength(1);
      }),
    );
    expect(idsOf(await list(ws.owner, own.id, { since: String(at) }))).toEqual([ids[2], ids[1]]);
    expect(idsOf(await list(ws.owner, own.id, { since: String(at), status: 'pending' }))).toEqual([ids[2], ids[1]]);
    expect(idsOf(await list(ws.owner, own.id, { since: '0' }))).toHaveLength(3);
    expect(idsOf(await list(ws.owner, own.id, { since: String(at + 2) }))).toEqual([]);
    expect(idsOf(await list(ws.owner, own.id, { since: '9007199254740991' }))).toEqual([]);
  });

  test('several filters apply together', async () => {
    const own = await ws.site();
    const ids = await seedAnnotations(ws.id, own.id, 8, (index) => ({
      status: index & 1 ? 'blocked' : 'pending',
      kind: index & 2 ? 'idea' : 'bug',
      auto_fix: Boolean(index & 4),
    }));
    expect(idsOf(await list(ws.owner, own.id, { status: 'blocked', kind: 'idea', auto_fix: 'true' }))).toEqual([
      ids[7],
    ]);
  });

  test('a rare match is neither lost nor repeated while notes arrive, and a filter without matches ends', async () => {
    const own = await ws.site();
    const rare = (index: number) => ({ kind: index % 97 === 0 ? 'praise' : 'bug' });
    const ids = await seedAnnotations(ws.id, own.id, 1500, rare);
    const wanted = ids.filter((_, index) => index % 97 === 0).reverse();
    const { seen } = await everyId(ws.owner, own.id, { kind: 'praise', limit: '5' }, async () => {
      await seedAnnotations(ws.id, own.id, 3, () => ({ kind: 'praise' }));
    });
    expect(seen).toEqual(wanted);
    const common = await everyId(ws.owner, own.id, { kind: 'other', limit: '200' });
    expect(common.seen).toEqual([]);
    expect(common.requests).toBeGreaterThan(1);
    expect(common.requests).toBeLessThan(6);
    expect(await everyId(ws.owner, own.id, { kind: 'design', limit: '200' })).toEqual({ seen: [], requests: 1 });
  });

  test('waiting_for reads open notes of both statuses in order, however many are closed', async () => {
    const own = await ws.site();
    const open = (index: number) => ({ status: index % 2 ? 'blocked' : 'pending' });
    const ids = await seedAnnotations(ws.id, own.id, 1500, (index) =>
      index < 5 ? open(index) : { status: 'resolved' },
    );
    const wanted = ids.slice(0, 5).reverse();
    const query = { waiting_for: 'owner' };
    expect(await everyId(ws.owner, own.id, query)).toEqual({ seen: wanted, requests: 1 });
    expect((await everyId(ws.owner, own.id, { ...query, limit: '2' })).seen).toEqual(wanted);
    expect((await everyId(ws.owner, own.id, { ...query, kind: 'bug' })).seen).toEqual(wanted);
  });

  test('a GUEST of the site, a MEMBER and tokens of both roles see the same page', async () => {
    const callers = await Promise.all([ws.guest([site.id]), ws.member(), ws.token('MEMBER'), ws.token('GUEST')]);
    await ws.note(site);
    const wanted = (await list(ws.owner, site.id)).text;
    for (const as of callers) expect((await list(as, site.id)).text).toBe(wanted);
  });
});

describe('400', () => {
  test.each(['nonsense', '', 'Pending', 'pending ', 'PENDING', 'all'])('the status "%s" is refused', async (status) => {
    for (const surface of SURFACES) {
      const answer = await list(ws.owner, site.id, { status }, surface);
      expect([answer.status, typeof answer.body.detail]).toEqual([400, 'string']);
    }
  });

  test('a cursor with one changed bit in any character is refused', async () => {
    const own = await ws.site();
    await seedAnnotations(ws.id, own.id, 3);
    const { next_cursor } = (await list(ws.owner, own.id, { limit: '1' })).body;
    const as = await ws.token();
    const flipped = Array.from({ length: next_cursor.length }, (_, at) => {
      const bytes = Buffer.from(next_cursor);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 7));
      return bytes.toString('latin1');
    });
    const ask = (cursor: string) => onceNotBusy(() => list(as, own.id, { limit: '1', cursor }));
    const answers = await Promise.all(flipped.map(ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  });

  test('a cursor is refused for another site, filter, workspace or route', async () => {
    const [own, sister] = [await ws.site(), await ws.site()];
    const stranger = await newWorkspace();
    const foreign = await stranger.site();
    await seedAnnotations(ws.id, own.id, 3, () => ({ auto_fix: true }));
    const { next_cursor: cursor } = (await list(ws.owner, own.id, { limit: '1' })).body;
    const elsewhere = await Promise.all([
      list(ws.owner, sister.id, { cursor }),
      list(ws.owner, own.id, { cursor, status: 'pending' }),
      list(ws.owner, own.id, { cursor, kind: 'bug' }),
      list(ws.owner, own.id, { cursor, auto_fix: 'true' }),
      list(ws.owner, own.id, { cursor, since: '1' }),
      list(ws.owner, own.id, { cursor }, '/api/widget'),
      list(stranger.owner, foreign.id, { cursor }),
      call('GET', `/api/v1/sites?cursor=${encodeURIComponent(cursor)}`, { as: ws.owner }),
    ]);
    expect(elsewhere.map(({ status }) => status)).toEqual(Array(8).fill(400));
    expect((await list(ws.owner, own.id, { cursor, limit: '2' })).status).toBe(200);
  });

  test('an empty cursor is refused', async () => {
    expect((await list(ws.owner, site.id, { cursor: '' })).status).toBe(400);
  });
});

describe('404', () => {
  test('foreign, unknown and malformed sites get the same bytes', async () => {
    const foreign = await (await newWorkspace()).site();
    for (const surface of SURFACES) {
      const answers = await Promise.all([foreign.id, newId(), 'nonsense'].map((id) => list(ws.owner, id, {}, surface)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    }
  });

  test('a GUEST without a grant for the site gets a 404', async () => {
    const other = await ws.site();
    for (const guest of [await ws.guest([]), await ws.guest([other.id])]) {
      expect((await list(guest, site.id)).status).toBe(404);
    }
  });

  test('notes of a deleted site are not listed', async () => {
    const own = await ws.site();
    const note = await ws.note(own);
    await call('DELETE', `/api/widget/sites/${own.id}`, { as: ws.owner });
    expect((await list(ws.owner, own.id)).status).toBe(404);
    expect((await call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner })).status).toBe(404);
  });
});

describe('422', () => {
  test.each([
    ['limit', '0', 'too_low'],
    ['limit', '201', 'too_high'],
    ['limit', '-1', 'not_whole'],
    ['limit', '1.5', 'not_whole'],
    ['limit', 'x', 'not_whole'],
    ['limit', '', 'not_whole'],
    ['since', '-1', 'not_whole'],
    ['since', '1.5', 'not_whole'],
    ['since', 'yesterday', 'not_whole'],
    ['auto_fix', 'maybe', 'not_an_option'],
    ['auto_fix', '', 'not_an_option'],
    ['kind', 'x'.repeat(81), 'too_long'],
    ['cursor', 'x'.repeat(2049), 'too_long'],
  ])('%s=%s is refused with its place', async (name, value, code) => {
    for (const surface of SURFACES) {
      const answer = await list(ws.owner, site.id, { [name]: value }, surface);
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0]).toMatchObject({
        loc: ['query', name],
        msg: expect.any(String),
        type: expect.any(String),
        code,
      });
    }
  });
});

/** As DynamoDB counts: names and text in bytes, numbers about 9, booleans and null 1, a map 3. */
test('an annotation row stays under 1 KB whatever the visitor sends', async () => {
  const own = await ws.site();
  for (const letter of ['x', 'ü', '漢', '😀']) {
    const { id } = await ws.note(own, {
      body: `[url=http://a.top] http://b.top http://c.top ${letter.repeat(4900)}`,
      name: `www.a.top ${letter.repeat(60)}`.slice(0, 120),
      email: `${'x'.repeat(60)}@example.com`,
      context: {
        page: { url: `https://shop.example.com/${letter.repeat(900)}` },
        anchor: { kind: 'element', selector: letter.repeat(500) },
      },
    });
    const row = await table().get(keys.annotation(ws.id, id));
    const bytes = itemBytes(toStored({ sk: '', ...row }));
    expect([letter, bytes < 1024]).toEqual([letter, true]);
    expect(row?.excerpt).not.toMatch(/\p{Surrogate}/u);
  }
});
