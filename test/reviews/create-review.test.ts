import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { unpackContent } from '../../functions/reviews/read/content.ts';
import { uploadRules } from '../../functions/reviews/read/uploads.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { create, faults, rowsOf, TEXT, uploadFor } from './reviewed.ts';
import { panelOf } from './run-whole.ts';

const PDF = Buffer.from('%PDF-1.7\n');
let ws: Workspace;

// No worker looks at these tables: what a review owes stays to be seen.
beforeAll(async () => {
  await useOwnTables();
  ws = await newWorkspace();
});

const mine = async (as = ws.owner) => {
  const { body } = await call('GET', '/api/personas/mine?limit=200', { as });
  return body.items as { id: string; slug: string | null; name: string }[];
};
const bySlug = async (...slugs: string[]) => {
  const all = await mine();
  return slugs.map((slug) => all.find((one) => one.slug === slug)!.id);
};
const slugsOf = (body: { personas: { slug: string }[] }) => body.personas.map(({ slug }) => slug);

/** Of no kind that has its own panel. */
const NOTICE = { title: 'Notice', content: 'The library moves on 4 May. Ask at the desk.' };

describe('200', () => {
  test('the review is answered at once, queued, with every persona in the order that was asked for', async () => {
    const persona_ids = await bySlug('marketer', 'designer', 'copy-editor');
    const { status, body } = await create(ws.owner, { persona_ids });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'Shop',
      input_type: 'text',
      source: 'content',
      status: 'queued',
      runs_done: 0,
      runs_total: 3,
      score: null,
      calibration: null,
      share: null,
      content: { characters: TEXT.content.length, words: 7, cut: null },
      created_by: ws.owner.user_id,
    });
    expect(slugsOf(body)).toEqual(['marketer', 'designer', 'copy-editor']);
    expect((await call('GET', `/api/reviews/${body.id}`, { as: ws.owner })).body).toEqual(body);
  });

  test('a text is ready to run: the review owes its brief, after which its personas run', async () => {
    const { body } = await create(ws.owner);
    const rows = await rowsOf(ws.id, body.id);
    const runs = [...rows].filter(([sk]) => sk.startsWith('RUN#')).map(([, row]) => row);
    expect(runs.map(({ job, state }) => [job, state])).toEqual(Array(5).fill([undefined, 'queued']));
    expect(rows.get('REVIEW')).toMatchObject({ job: 'brief-review' });
    expect(rows.get('REVIEW')).not.toHaveProperty('input');
    expect(unpackContent(rows.get('CONTENT')!.content as Uint8Array)).toMatchObject({
      text: TEXT.content,
      comment: null,
    });
  });

  test.each([
    { input_type: 'document', content: '# Title\n\nText', job: 'extract-review' },
    { input_type: 'site', content: undefined, url: 'https://shop.example.com/', job: 'render-review' },
  ])('a $input_type owes its reading first, and no run before that', async ({ job, ...more }) => {
    const { status, body } = await create(ws.owner, more);
    expect(status).toBe(200);
    const rows = await rowsOf(ws.id, body.id);
    expect(rows.get('REVIEW')).toMatchObject({ job, due_at: expect.any(Number) });
    expect(rows.has('CONTENT')).toBe(false);
    expect([...rows].filter(([sk, row]) => sk.startsWith('RUN#') && 'job' in row)).toEqual([]);
  });

  test('a review keeps each persona as it was at that time, with weights that sum to 1', async () => {
    const evaluation_dimensions = [
      { name: 'Weeds', description: 'How few.', weight: 3 },
      { name: 'Roses', description: 'How many.', weight: 1 },
    ];
    const persona = {
      name: 'Gardener',
      title: 'Knows',
      category: 'garden',
      description: 'Looks.',
      evaluation_dimensions,
    };
    const { body: made } = await call('POST', '/api/personas', { as: ws.owner, body: persona });
    const { body } = await create(ws.owner, { persona_ids: [made.id] });
    expect(body.personas[0].dimensions).toEqual([
      { name: 'Weeds', weight: 0.75, score: null, not_judged: null, lacks: null },
      { name: 'Roses', weight: 0.25, score: null, not_judged: null, lacks: null },
    ]);
    await call('DELETE', `/api/personas/${made.id}`, { as: ws.owner });
    const read = await call('GET', `/api/reviews/${body.id}`, { as: ws.owner });
    expect(read.body.personas).toEqual(body.personas);
  });

  test('without persona_ids five defaults review, by the kind of content; never all of them', async () => {
    const [text, site] = await Promise.all([
      create(ws.owner, NOTICE),
      create(ws.owner, { input_type: 'site', content: null, url: 'https://shop.example.com/' }),
    ]);
    expect(slugsOf(text.body)).toEqual([
      'copy-editor',
      'plain-language-editor',
      'fact-checker',
      'consistency-checker',
      'inclusive-language',
    ]);
    expect(slugsOf(site.body)).toEqual(['designer', 'marketer', 'copy-editor', 'wcag-auditor', 'first-time-visitor']);
  });

  test('a default that the workspace deleted stays away, another takes its place; a changed one runs as changed', async () => {
    const own = await newWorkspace();
    const all = await mine(own.owner);
    const idOf = (slug: string) => all.find((one) => one.slug === slug)!.id;
    await call('DELETE', `/api/personas/${idOf('copy-editor')}`, { as: own.owner });
    await call('PATCH', `/api/personas/${idOf('plain-language-editor')}`, {
      as: own.owner,
      body: { name: 'Our editor' },
    });
    const { body } = await create(own.owner, NOTICE);
    expect(slugsOf(body)).toEqual([
      'plain-language-editor',
      'fact-checker',
      'consistency-checker',
      'inclusive-language',
      'headline-writer',
    ]);
    expect(body.personas[0].name).toBe('Our editor');
  });

  test('a repeat under one Idempotency-Key answers the review that stands and starts nothing more', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await create(ws.owner, {}, { headers });
    const again = await Promise.all([create(ws.owner, {}, { headers }), create(ws.owner, {}, { headers })]);
    expect(again.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, first.body]));
    const other = await create(ws.owner, { title: 'Other' }, { headers });
    expect(faults(other)).toEqual({ status: 422, loc: ['header.Idempotency-Key'] });
  });

  test('a repeat under one Idempotency-Key answers the review although its persona was deleted', async () => {
    const persona_ids = await panelOf(ws.owner, ['Skeptic']);
    const headers = { 'idempotency-key': newId() };
    const first = await create(ws.owner, { persona_ids }, { headers });
    await call('DELETE', `/api/personas/${persona_ids[0]}`, { as: ws.owner });
    const again = await create(ws.owner, { persona_ids }, { headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await create(ws.owner, { persona_ids })).status).toBe(422);
  });

  test('the audit log names the user who requested the review', async () => {
    const { body } = await create(ws.owner);
    const { body: log } = await call('GET', `/api/workspaces/${ws.id}/audit?action=review.create`, { as: ws.owner });
    expect(log.items[0]).toMatchObject({ actor_id: ws.owner.user_id, target: { review_id: body.id } });
  });

  test('halves of characters in what was written harm nothing', async () => {
    const half = 'a\ud800b';
    const url = `https://shop.example.com/${half}`;
    const answers = await Promise.all([
      create(ws.owner, { title: half, content: half }),
      create(ws.owner, { input_type: 'document', title: half, content: half }),
      create(ws.owner, { input_type: 'site', content: null, url }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]!.body.title).toBe('a\ufffdb');
  });

  test('a file is taken by the key of its upload', async () => {
    const upload_key = await uploadFor(ws.owner, 'pdf', PDF);
    const { status, body } = await create(ws.owner, { input_type: 'pdf', content: undefined, upload_key });
    expect(status).toBe(200);
    expect((await rowsOf(ws.id, body.id)).get('REVIEW')).toMatchObject({
      job: 'extract-review',
      input: { upload_key, upload_type: 'application/pdf' },
    });
  });

  test('a recording comes with its transcript', async () => {
    const upload_key = await uploadFor(ws.owner, 'audio', Buffer.from('ID3'));
    const transcript_key = await uploadFor(ws.owner, 'transcript', Buffer.from('WEBVTT\n'), 'text/vtt');
    const { status, body } = await create(ws.owner, { input_type: 'audio', content: null, upload_key, transcript_key });
    expect(status).toBe(200);
    expect((await rowsOf(ws.id, body.id)).get('REVIEW')).toMatchObject({
      input: { upload_key, upload_type: 'audio/mpeg', transcript_key, transcript_type: 'text/vtt' },
    });
  });
});

describe('403', () => {
  test('a GUEST, member or token, starts no review', async () => {
    const site = await ws.site();
    for (const as of [await ws.guest([site.id]), await ws.token('GUEST')]) {
      expect((await create(as, { widget_site_id: site.id })).status).toBe(403);
    }
  });
});

describe('422', () => {
  test('a text of too many bytes is refused at its field, and one that just fits is taken', async () => {
    const { status, body } = await create(ws.owner, { content: '今'.repeat(85_000) });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'content'], code: 'content_too_large', values: { max: 248 } }),
    ]);
    const fitting = { content: '今'.repeat(84_650), title: '\u0001x'.repeat(100), goal: '\u0001x'.repeat(250) };
    expect((await create(ws.owner, fitting)).status).toBe(200);
  });

  test('an unknown persona is named, wherever it stands, and nothing is written', async () => {
    const [known] = await bySlug('designer');
    const foreign = (await mine((await newWorkspace()).owner))[0]!.id;
    const unknown = newId();
    const answer = await create(ws.owner, { persona_ids: [known, foreign, unknown] });
    expect(faults(answer)).toEqual({ status: 422, loc: ['body.persona_ids.1', 'body.persona_ids.2'] });
    expect(answer.text).toContain(unknown);
    const none = await create(ws.owner, { persona_ids: ['nobody', '\ud800', ''] });
    expect(faults(none).loc).toEqual([0, 1, 2].map((at) => `body.persona_ids.${at}`));
  });

  test('a deleted persona, eleven personas, none, and one twice are refused', async () => {
    const own = await newWorkspace();
    const all = (await mine(own.owner)).map(({ id }) => id);
    await call('DELETE', `/api/personas/${all[0]}`, { as: own.owner });
    for (const persona_ids of [[all[0]], all.slice(1, 12), [], [all[1], all[1]]]) {
      expect((await create(own.owner, { persona_ids })).status).toBe(422);
    }
  });

  test('a site that is unknown, foreign or removed is refused in the same words', async () => {
    const [foreign, removed] = [await (await newWorkspace()).site(), await ws.site()];
    await call('DELETE', `/api/widget/sites/${removed.id}`, { as: ws.owner });
    const answers = await Promise.all(
      [foreign.id, removed.id, newId(), 'x', '', '\ud800'].map((widget_site_id) =>
        create(ws.owner, { widget_site_id }),
      ),
    );
    for (const answer of answers) {
      expect(faults(answer)).toEqual({ status: 422, loc: ['body.widget_site_id'] });
      expect(answer.text).toBe(answers[0]!.text);
    }
  });

  test('a key of another workspace, another kind, or of nothing is refused in the same words', async () => {
    const other = await newWorkspace();
    const keysOfOthers = [
      await uploadFor(other.owner, 'pdf', PDF),
      await uploadFor(ws.owner, 'transcript', PDF, 'text/plain'),
      `incoming/${ws.id}/reviews/pdf/${newId()}`,
      'x',
    ];
    const answers = await Promise.all(
      keysOfOthers.map((upload_key) => create(ws.owner, { input_type: 'pdf', content: null, upload_key })),
    );
    for (const answer of answers) {
      expect(faults(answer)).toEqual({ status: 422, loc: ['body.upload_key'] });
      expect(answer.text).toBe(answers[0]!.text);
    }
  });

  test('an empty key is refused, not taken for a missing one', async () => {
    const given = { content: null, upload_key: '' };
    for (const input_type of ['document', 'pdf'])
      expect(faults(await create(ws.owner, { ...given, input_type }))).toEqual({
        status: 422,
        loc: ['body.upload_key'],
      });
    const upload_key = await uploadFor(ws.owner, 'audio', Buffer.from('ID3'));
    const answer = await create(ws.owner, { input_type: 'audio', content: null, upload_key, transcript_key: '' });
    expect(faults(answer)).toEqual({ status: 422, loc: ['body.transcript_key'] });
  });

  test('an empty upload, and one over the limit of its kind, are told apart from none', async () => {
    const empty = await uploadFor(ws.owner, 'transcript', Buffer.alloc(0), 'text/plain');
    const big = await uploadFor(
      ws.owner,
      'transcript',
      Buffer.alloc(uploadRules.transcript.max_bytes + 1),
      'text/plain',
    );
    const upload_key = await uploadFor(ws.owner, 'audio', Buffer.from('ID3'));
    const [none, over] = await Promise.all(
      [empty, big].map((transcript_key) =>
        create(ws.owner, { input_type: 'audio', content: null, upload_key, transcript_key }),
      ),
    );
    expect(faults(none!)).toEqual({ status: 422, loc: ['body.transcript_key'] });
    expect(none!.text).toContain('empty');
    expect(over!.text).toContain('over 5 MB');
  });

  test('a recording without a transcript is refused where no transcriber is configured, and says what to do', async () => {
    const upload_key = await uploadFor(ws.owner, 'video', Buffer.from('mp4'));
    const answer = await create(ws.owner, { input_type: 'video', content: null, upload_key });
    expect(faults(answer)).toEqual({ status: 422, loc: ['body.transcript_key'] });
    expect(answer.text).toContain('can’t transcribe recordings. Upload a transcript');
  });

  test('an address with a password in it is refused', async () => {
    const url = 'https://kim:secret@shop.example.com/';
    expect(faults(await create(ws.owner, { input_type: 'site', content: null, url }))).toEqual({
      status: 422,
      loc: ['body.url'],
    });
  });

  test.each([
    { input_type: 'text', content: undefined },
    { input_type: 'text', url: 'https://shop.example.com/' },
    { input_type: 'pdf', content: 'text' },
    { input_type: 'site', content: null, url: 'file:///etc/passwd' },
    { input_type: 'text', transcript_key: 'x' },
    { input_type: 'hologram' },
    { title: ' ' },
  ])('%j fits no kind of review', async (more) => {
    expect((await create(ws.owner, more)).status).toBe(422);
  });

  test('a workspace without any persona is told to make one', async () => {
    const own = await newWorkspace();
    for (const { id, slug } of await mine(own.owner)) {
      await table().put({ ...keys.persona(own.id, id), id, slug, deleted_at: 1 });
    }
    const answer = await create(own.owner);
    expect(faults(answer)).toEqual({ status: 422, loc: ['body.persona_ids'] });
    expect(answer.text).toContain('reset the defaults');
  });
});

describe('an upload address', () => {
  const ask = (body: unknown, as = ws.owner) => call('POST', '/api/reviews/upload-url', { as, body });

  test('is given for each type of each kind, parameters aside', async () => {
    const all = Object.entries(uploadRules).flatMap(([kind, { types }]) =>
      types.map((content_type) => ({ kind, content_type })),
    );
    const answers = await Promise.all(all.map((one) => ask(one)));
    expect(answers.map(({ status, body }) => [status, body.headers])).toEqual(
      all.map(({ content_type }) => [200, { 'content-type': content_type }]),
    );
    const { body } = await ask({ kind: 'document', content_type: 'Text/Plain; charset=utf-8' });
    expect(body.headers).toEqual({ 'content-type': 'text/plain' });
  });

  test('is refused for what its kind does not take', async () => {
    expect(faults(await ask({ kind: 'pdf', content_type: 'image/png' }))).toEqual({
      status: 422,
      loc: ['body.content_type'],
    });
    expect(faults(await ask({ kind: 'text', content_type: 'text/plain' }))).toEqual({
      status: 422,
      loc: ['body.kind'],
    });
  });
});
