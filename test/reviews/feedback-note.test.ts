import { beforeAll, describe, expect, test } from '@jest/globals';
import { now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { annotationPartition, keys } from '../../functions/kit/table/keys.ts';
import { purgeAnnotation } from '../../functions/purge/purge-annotation.ts';
import { packContent, textContent } from '../../functions/reviews/read/content.ts';
import { type Answer, type Caller, type CallOptions, call, newWorkspace, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { create, faults } from './reviewed.ts';
import { type Fault, modelSaying, panelOf, runWhole } from './run-whole.ts';
import { SEEDED_TEXT, seedReview } from './seed.ts';

beforeAll(useOwnTables);

const CONTENT =
  'Our shop sells lamps that last for years.\n\nThey are bright, and every one of them is tested for a week.';
const PRICE: Fault = {
  quote: 'Our shop sells lamps that last for years.',
  comment: 'The price is missing, so no one can compare.',
  fix: { before: 'Our shop sells lamps', after: 'Our shop sells lamps from 89 euros' },
};

interface Item {
  id: string;
  persona_id: string;
  annotation_id: string | null;
  same_as: string | null;
  comment: string;
}

const reviewed = async (
  ws: Workspace,
  {
    said = [PRICE],
    names = ['Reader'],
    more = {},
    groups,
    category = 'copy',
  }: {
    said?: readonly Fault[];
    names?: readonly string[];
    more?: Record<string, unknown>;
    groups?: Parameters<typeof modelSaying>[1];
    category?: string;
  } = {},
) => {
  const persona_ids = await panelOf(ws.owner, names, category);
  const { body } = await create(ws.owner, { content: CONTENT, persona_ids, ...more });
  await runWhole(ws.id, body.id, modelSaying(() => ({ faults: said }), groups).model);
  const list = async (as: Caller = ws.owner) =>
    (await call('GET', `/api/reviews/${body.id}/feedback`, { as })).body.items as Item[];
  const file = (
    feedback_id: string,
    given: object | undefined = undefined,
    options: CallOptions = {},
  ): Promise<Answer> =>
    call('POST', `/api/reviews/${body.id}/feedback/${feedback_id}/note`, { as: ws.owner, body: given, ...options });
  return { id: body.id as string, list, file };
};

const noteOf = async (ws: Workspace, id: string) =>
  (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;

describe('a note of a finding', () => {
  test('has the persona as its author, the comment with the fix, the quote and where it came from', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { id, list, file } = await reviewed(ws, { more: { widget_site_id: site.id } });
    const [finding] = await list();
    expect(finding!.annotation_id).toBe(null);
    const { status, body } = await file(finding!.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      annotation_id: expect.any(String),
      site_id: site.id,
      review_id: id,
      feedback_id: finding!.id,
    });
    expect(await noteOf(ws, body.annotation_id)).toMatchObject({
      site_id: site.id,
      status: 'pending',
      kind: 'copy',
      auto_fix: false,
      unattended_edits: { allowed: false },
      submitter: { kind: 'persona', name: 'Reader', has_email: false },
      origin: { review_id: id, feedback_id: finding!.id },
      body: `${PRICE.comment}\n\nBefore: ${PRICE.fix!.before}\n\nAfter: ${PRICE.fix!.after}`,
      page: { url: 'https://shop.example.com/' },
      // The review was of a text, which the page may lack.
      anchor: { kind: 'page' },
      selection: { text: PRICE.quote },
      replies: [],
      resolutions: [],
    });
    const listed = await call('GET', `/api/v1/sites/${site.id}/annotations`, { as: ws.owner });
    expect(listed.body.items).toMatchObject([{ id: body.annotation_id, page_url: 'https://shop.example.com/' }]);
    expect((await list())[0]!.annotation_id).toBe(body.annotation_id);
  });

  test('shows in the activity of the note and in no shared review', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { id, list, file } = await reviewed(ws, { more: { widget_site_id: site.id } });
    const { body } = await file((await list())[0]!.id);
    const trail = await call('GET', `/api/widget/annotations/${body.annotation_id}/audit`, { as: ws.owner });
    expect(trail.body.items).toMatchObject([{ action: 'review.create_note', actor_id: ws.owner.user_id }]);
    const { token } = (await call('POST', `/api/reviews/${id}/share`, { as: ws.owner })).body;
    const shared = await call('GET', `/api/reviews/shared/${token}/feedback`);
    expect(shared.body.items).toHaveLength(1);
    expect(shared.body.items[0]).not.toHaveProperty('annotation_id');
  });

  test.each([
    ['fault about a design', { severity: 1 }, 'design', 'design'],
    ['serious fault', { severity: 3 }, 'engineering', 'bug'],
    ['moderate fault', { severity: 2 }, 'engineering', 'idea'],
    ['strength', { kind: 'strength' as const }, 'copy', 'praise'],
  ])('a note of a %s gets a fitting kind', async (_, more, category, kind) => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { list, file } = await reviewed(ws, {
      said: [{ ...PRICE, ...more }],
      category,
      more: { widget_site_id: site.id },
    });
    const { body } = await file((await list())[0]!.id);
    expect(await noteOf(ws, body.annotation_id)).toMatchObject({ kind });
  });

  test('a note of a finding without a place in the content is about the page', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { list, file } = await reviewed(ws, {
      said: [{ comment: 'The whole text is vague.' }],
      more: { widget_site_id: site.id },
    });
    const { body } = await file((await list())[0]!.id);
    const note = await noteOf(ws, body.annotation_id);
    expect(note).toMatchObject({ anchor: { kind: 'page' }, body: 'The whole text is vague.' });
    expect(note).not.toHaveProperty('selection');
  });
});

describe('a finding of a note’s review', () => {
  const QUOTE = 'color: rgb(255, 0, 0);';
  const SAID = [
    { quote: QUOTE, comment: 'Red is hard to read.' },
    { quote: 'Buy now', element: '#buy', comment: 'It names no price, so no one can compare.' },
    { comment: 'It is not worth a click.' },
  ];
  const reviewedNote = async (context: object) => {
    const ws = await newWorkspace();
    const note = await ws.note(await ws.site(), { body: 'Hard to read.', context });
    const path = `/api/v1/annotations/${note.id}/run-personas`;
    const persona_ids = await panelOf(ws.owner, ['Reader']);
    const { body: review } = await call('POST', path, { as: ws.owner, body: { persona_ids } });
    await runWhole(ws.id, review.id, modelSaying(() => ({ faults: SAID })).model);
    const { items } = (await call('GET', `/api/reviews/${review.id}/feedback`, { as: ws.owner })).body;
    expect(items).toHaveLength(SAID.length);
    const file = async () => {
      const notes = [];
      for (const { id } of items) {
        const { body } = await call('POST', `/api/reviews/${review.id}/feedback/${id}/note`, { as: ws.owner });
        notes.push(await noteOf(ws, body.annotation_id));
      }
      return notes;
    };
    return { ws, note: note.id, file };
  };

  test('is pinned to the page and place of that note, with any evidence or none', async () => {
    const pinned = {
      page: { url: 'https://shop.example.com/cart', has_query: true, route: '/cart#/items', title: 'Your cart' },
      anchor: {
        kind: 'element',
        selector: '#buy',
        xpath: '/p/button',
        tag: 'button',
        name: 'Buy now',
        text: 'Buy now',
        frame_path: ['x-shop'],
        box: { x: 10, y: 20, width: 100, height: 40 },
      },
      environment: { viewport: { width: 390, height: 844 }, scroll: { x: 0, y: 0 }, pixel_ratio: 3 },
      html: '<button id="buy">Buy now</button>',
    };
    const environment = { ...pinned.environment, user_agent: 'Firefox' };
    const { file } = await reviewedNote({ ...pinned, environment, styles: { color: 'rgb(255, 0, 0)' } });
    const notes = await file();
    for (const note of notes) {
      expect(note).toMatchObject(pinned);
      expect(note.environment).toEqual(pinned.environment);
    }
    const quotes = notes.map(({ selection }) => selection?.text);
    expect(quotes.sort()).toEqual(['Buy now', QUOTE, undefined]);
  });

  test('is pinned to the note’s element, not to words of its code, if the note was deleted', async () => {
    const { ws, note, file } = await reviewedNote({
      page: { url: 'https://shop.example.com/cart', title: 'Your cart' },
      anchor: { kind: 'element', selector: '#buy', tag: 'button', name: 'Buy now' },
      styles: { color: 'rgb(255, 0, 0)' },
    });
    expect((await call('DELETE', `/api/widget/annotations/${note}`, { as: ws.owner })).status).toBe(200);
    const quoting = (await file()).filter(({ selection }) => selection);
    expect(quoting).toHaveLength(2);
    for (const { anchor } of quoting)
      expect(anchor).toEqual({ kind: 'element', selector: '#buy', tag: 'button', name: 'Buy now' });
  });
});

test.each([
  ['/?id=7', { has_query: true }],
  ['/app?id=7#prices', { has_query: true }],
  ['/?utm_source=mail&id=3', { has_query: true }],
  ['/app?utm_source=mail#prices?id=7', {}],
  ['/q&a', {}],
  ['/app?utm_source=mail#/R&D', { route: '/app#/R&D' }],
  ['/app#/orders?id=7', { has_query: true, route: '/app#/orders' }],
  ['/app#!/orders?utm_source=mail', { route: '/app#!/orders' }],
])(
  'a note of a review of the page %s has its route in the fragment, and says whether it had a query',
  async (path, known) => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const url = `https://shop.example.com${path}`;
    const { id, findings } = await seedReview(ws.id, { site: site.id, more: { input_type: 'site', url } });
    const [finding] = findings;
    const { body } = await call('POST', `/api/reviews/${id}/feedback/${finding?.id}/note`, { as: ws.owner });
    const { page } = await noteOf(ws, body.annotation_id);
    expect(page).toEqual({ url: url.replace(/[?#].*/, ''), ...known });
  },
);

test.each([
  ['/', 'https://shop.example.com/en/', { url: 'https://shop.example.com/en/' }],
  ['/#/orders', 'https://shop.example.com/en/#/orders', { url: 'https://shop.example.com/en/', route: '/en/#/orders' }],
  ['/#/private', 'https://shop.example.com/#/sign-in', { url: 'https://shop.example.com/', route: '/#/sign-in' }],
  ['/#/orders', 'https://www.shop.example.com/', { url: 'https://www.shop.example.com/', route: '/#/orders' }],
  ['/#/orders', 'https://shop.example.com/orders', { url: 'https://shop.example.com/orders' }],
])('a note of a review of the page %s is on the page that was read: %s', async (asked, read, page) => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const more = { input_type: 'site', url: `https://shop.example.com${asked}` } as const;
  const { id, findings } = await seedReview(ws.id, { site: site.id, more });
  const content = packContent({ ...textContent('site', null, SEEDED_TEXT), url: read });
  await table().put({ ...keys.reviewContent(ws.id, id), content });
  const { body } = await call('POST', `/api/reviews/${id}/feedback/${findings[0]?.id}/note`, { as: ws.owner });
  expect((await noteOf(ws, body.annotation_id)).page).toEqual(page);
});

describe('filing a finding', () => {
  test('creates one note, however often and however many at once ask for it', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { list, file } = await reviewed(ws, { more: { widget_site_id: site.id } });
    const [finding] = await list();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        file(finding!.id, {}, at % 2 ? { headers: { 'idempotency-key': newId() } } : {}),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => body.annotation_id)).size).toBe(1);
    const again = await file(finding!.id);
    expect(again.body).toEqual(answers[0]!.body);
    const listed = await call('GET', `/api/v1/sites/${site.id}/annotations`, { as: ws.owner });
    expect(listed.body.items).toHaveLength(1);
  });

  test('answers the same bytes for a repeated Idempotency-Key, and refuses another body under it', async () => {
    const ws = await newWorkspace();
    const [one, other] = [await ws.site(), await ws.site()];
    const { list, file } = await reviewed(ws);
    const [finding] = await list();
    const headers = { 'idempotency-key': newId() };
    const first = await file(finding!.id, { site_id: one.id }, { headers });
    expect(first.body.site_id).toBe(one.id);
    expect((await file(finding!.id, { site_id: one.id }, { headers })).text).toBe(first.text);
    expect((await file(finding!.id, { site_id: other.id })).body).toEqual(first.body);
  });

  test('answers the note of the finding that leads those with the same meaning', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { list, file } = await reviewed(ws, {
      names: ['Reader', 'Buyer'],
      more: { widget_site_id: site.id },
      groups: () => [[1, 2]],
    });
    const items = await list();
    const repeat = items.find(({ same_as }) => same_as !== null)!;
    const first = await file(repeat.id);
    expect(first.body.feedback_id).toBe(repeat.same_as);
    expect((await file(repeat.same_as!)).body).toEqual(first.body);
    expect((await list()).map(({ annotation_id }) => annotation_id)).toEqual(Array(2).fill(first.body.annotation_id));
  });

  test('creates another note once the first one is deleted, and forgets it when it is purged', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { list, file } = await reviewed(ws, { more: { widget_site_id: site.id } });
    const [finding] = await list();
    const first = await file(finding!.id);
    const remove = (id: string) => call('DELETE', `/api/widget/annotations/${id}`, { as: ws.owner });
    expect((await remove(first.body.annotation_id)).status).toBe(200);
    const second = await file(finding!.id);
    expect(second.body.annotation_id).not.toBe(first.body.annotation_id);
    expect((await remove(second.body.annotation_id)).status).toBe(200);
    const row = await table().get(keys.annotation(ws.id, second.body.annotation_id));
    const work = { table: table(), storage: openStorage(), hasTime: () => true };
    expect(await purgeAnnotation(work, { ...row!, looked_at: now() })).toBe('done');
    expect((await list())[0]!.annotation_id).toBe(null);
    const partition = annotationPartition(ws.id, second.body.annotation_id);
    expect((await table().query({ partition, consistent: true })).items).toEqual([]);
  });

  test('needs a site of the workspace if the review has none', async () => {
    const ws = await newWorkspace();
    const [site, foreign] = [await ws.site(), await (await newWorkspace()).site()];
    const { list, file } = await reviewed(ws);
    const [finding] = await list();
    expect(faults(await file(finding!.id))).toEqual({ status: 422, loc: ['body.site_id'] });
    expect(faults(await file(finding!.id, { site_id: foreign.id }))).toEqual({ status: 422, loc: ['body.site_id'] });
    expect(faults(await file(finding!.id, { site_id: newId() }))).toEqual({ status: 422, loc: ['body.site_id'] });
    expect((await file(finding!.id, { site_id: site.id })).body).toMatchObject({ site_id: site.id });
  });

  test('a finding filed on a site other than the review’s shows its note to no GUEST of the review’s site', async () => {
    const ws = await newWorkspace();
    const [site, other] = [await ws.site(), await ws.site()];
    const [guest, both] = [await ws.guest([site.id]), await ws.guest([site.id, other.id])];
    const { id, list, file } = await reviewed(ws, { more: { widget_site_id: site.id } });
    const [finding] = await list();
    const { annotation_id } = (await file(finding!.id, { site_id: other.id })).body;
    expect((await list())[0]!.annotation_id).toBe(annotation_id);
    expect((await list(both))[0]!.annotation_id).toBe(annotation_id);
    expect((await list(guest))[0]!.annotation_id).toBeNull();
    const path = `/api/reviews/${id}/feedback/${finding!.id}/rate`;
    const rated = await call('POST', path, { as: guest, body: { rating: 4 } });
    expect([rated.status, rated.body.annotation_id]).toEqual([200, null]);
  });

  test('is possible again, and says so, once the site of its note is deleted', async () => {
    const ws = await newWorkspace();
    const [site, other] = [await ws.site(), await ws.site()];
    const { list, file } = await reviewed(ws);
    const [finding] = await list();
    expect((await file(finding!.id, { site_id: site.id })).status).toBe(200);
    expect((await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner })).status).toBe(200);
    expect((await list())[0]!.annotation_id).toBeNull();
    const again = await file(finding!.id, { site_id: other.id });
    expect((await list())[0]!.annotation_id).toBe(again.body.annotation_id);
  });

  test('waits until the review has ended, and knows no other finding', async () => {
    const ws = await newWorkspace();
    const { body } = await create(ws.owner);
    const path = (feedback: string) => `/api/reviews/${body.id}/feedback/${feedback}/note`;
    const early = await call('POST', path(newId()), { as: ws.owner });
    expect([early.status, early.body.code]).toEqual([409, 'review_running']);
    const { file } = await reviewed(ws);
    expect((await file(newId())).status).toBe(404);
  });
});
