import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { said } from '../../functions/codes/said.ts';
import { MINUTE, now } from '../../functions/kit/clock.ts';
import { unavailable } from '../../functions/kit/errors.ts';
import { openStorage, type Storage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, objects, reviewPartition } from '../../functions/kit/table/keys.ts';
import { openTable, type Table } from '../../functions/kit/table/table.ts';
import { owed } from '../../functions/owed/jobs.ts';
import { defaultPersonaId, defaultPersonas } from '../../functions/personas/default-personas.ts';
import { PANELS } from '../../functions/reviews/api/panel.ts';
import type { InputType } from '../../functions/reviews/read/content.ts';
import { extractApart } from '../../functions/reviews/read/extract/apart.ts';
import { extract as extractHere } from '../../functions/reviews/read/extract/extract.ts';
import { Unreadable } from '../../functions/reviews/read/extract/reading.ts';
import type { FetchedPage } from '../../functions/reviews/read/fetch-page.ts';
import type { Transcriber } from '../../functions/reviews/read/transcribe/amazon.ts';
import type { Input } from '../../functions/reviews/rows.ts';
import { type ExtractNeeds, extractReview } from '../../functions/reviews/run/extract-review.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Asked, ask, askFor, DOCX, read, sample, uploaded } from './asked-review.ts';
import { useOwnTables } from './own-tables.ts';

let table: Table;
let storage: Storage;

beforeAll(async () => {
  await useOwnTables();
  table = openTable();
  storage = openStorage();
});

const noPage = async (): Promise<FetchedPage> => {
  throw new Error('No page was to be fetched.');
};

/** The same, but for some of its methods. */
const standIn = <T extends object>(whole: T, methods: Partial<T>): T =>
  new Proxy(whole, {
    get: (target, name) => {
      const own = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });

const needs = (more: Partial<ExtractNeeds> = {}): ExtractNeeds => ({
  table,
  storage,
  fetchPage: noPage,
  extract: extractApart,
  transcriber: undefined,
  ...more,
});

/** Works on it, and gives what it came to. */
const extracted = async (asked: Asked, more: Partial<ExtractNeeds> = {}) => {
  await extractReview(needs(more), asked.key);
  return read(asked);
};

/** The runs of a review, in their order. */
const queued = async (ws: string, review: string) => {
  const { items } = await table.query({
    partition: reviewPartition(ws, review),
    sort: ['begins_with', keys.reviewRun(ws, review, '').sk],
    consistent: true,
  });
  return items.sort((one, other) => Number(one.position) - Number(other.position));
};

describe('content that can be read', () => {
  test('a document goes to its personas with the facts about it, and its input is forgotten', async () => {
    const { row, content, runs } = await extracted(await askFor('document', await sample('proposal.docx'), DOCX));
    expect(content).toMatchObject({
      input_type: 'document',
      title: 'Proposal: one ticket for bus and bike in Emsbüren',
      cut: null,
      comment: null,
    });
    expect(content?.text).toContain('60 bikes, rented with repair | – | €64,800');
    expect(content?.elements[0]).toEqual({ id: 'h1-1', kind: 'heading', level: 1, label: 'Summary' });
    expect(row).toMatchObject({
      status: 'queued',
      facts: { characters: content?.text.length, pictures: [], cut: null },
    });
    for (const name of ['wait_seconds', 'input', 'attempts']) expect(row).not.toHaveProperty(name);
    expect(row).toMatchObject({ job: 'brief-review', due_at: expect.any(Number) });
    for (const run of runs) {
      expect(run).toMatchObject({ state: 'queued' });
      expect(run).not.toHaveProperty('job');
    }
  });

  test.each<[string, InputType, string, string, RegExp]>([
    ['Markdown', 'document', 'readme.md', 'text/markdown', /^tallyfold\n\nFolds a stream/],
    ['HTML', 'document', 'pricing.html', 'text/html', /Labels included \| 200 \| 2,000 \| Unlimited\*/],
    ['plain text', 'document', 'cv.txt', 'text/plain', /^AMARA OKONKWO-LINDT\n/],
    ['a PDF', 'pdf', 'leaflet.pdf', 'application/pdf', /^Half a tree for your family\n\nRent an apple tree/],
  ])('%s is read', async (_, input_type, file, type, start) => {
    const { row, content } = await extracted(await askFor(input_type, await sample(file), type));
    expect(row).toMatchObject({ error: null, status: 'queued' });
    expect(content?.text).toMatch(start);
  });

  test('content of a kind with its own panel replaces queued runs once, with what was reserved for them', async () => {
    const content = brotliCompressSync(
      '# tally\n\n## Install\n\n```\nnpm install -g tally\n```\n\n## Usage\n\nRun it.\n',
    );
    const asked = await ask('document', { content, chooses_panel: true });
    const { ws, review, key } = asked;
    for (const [persona, share] of [
      ['one', 1000],
      ['two', 501],
    ] as const) {
      const run = keys.reviewRun(ws, review, persona);
      await table.transact([{ update: run, set: { reserved_microdollars: share }, when: [['exists', 'pk']] }]);
    }
    await Promise.all([extractReview(needs(), key), extractReview(needs(), key)]);
    await extractReview(needs(), key);
    const { row, runs: first } = await read(asked);
    expect(first).toEqual([undefined, undefined]);
    expect(row).toMatchObject({ runs_total: 5, status: 'queued', job: 'brief-review' });
    expect(row).not.toHaveProperty('input');
    const runs = await queued(ws, review);
    expect(runs.map(({ persona }) => (persona as { slug: string }).slug)).toEqual(
      [...PANELS.documentation].slice(0, 5),
    );
    expect(runs.every(({ job, state }) => job === undefined && state === 'queued')).toBe(true);
    expect(runs.reduce((sum, { reserved_microdollars: share }) => sum + Number(share), 0)).toBe(1501);
  });

  test('queued runs stay if the caller named them, and if every persona was deleted since', async () => {
    const content = brotliCompressSync(
      '# tally\n\n## Install\n\n```\nnpm install -g tally\n```\n\n## Usage\n\nRun it.\n',
    );
    const named = await extracted(await ask('document', { content }));
    expect(named.row).toMatchObject({ runs_total: 2, status: 'queued' });
    const empty = await ask('document', { content, chooses_panel: true });
    for (const { slug } of defaultPersonas()) {
      const id = defaultPersonaId(empty.ws, slug);
      await table.put({ ...keys.persona(empty.ws, id), id, slug, deleted_at: 1 });
    }
    const { row, runs } = await extracted(empty);
    expect(row).toMatchObject({ runs_total: 2, status: 'queued' });
    expect(runs.map((run) => run?.state)).toEqual(['queued', 'queued']);
  });

  test('pasted text is read as what it is', async () => {
    const pasted = (text: string) => ask('document', { content: brotliCompressSync(text) });
    const markdown = await extracted(await pasted('# Tea\n\nWe *sell* tea.\n\n- green\n- black\n'));
    expect(markdown.content).toMatchObject({ title: 'Tea', text: 'Tea\n\nWe sell tea.\n\n- green\n- black' });
    const html = await extracted(await pasted('<h1>Tea</h1><p>We sell tea.</p><script>alert(1)</script>'));
    expect(html.content).toMatchObject({ title: 'Tea', text: 'Tea\n\nWe sell tea.' });
    const plain = await extracted(await pasted('We sell tea.\r\n\r\n\r\nNo #1 here: 3 < 4.'));
    expect(plain.content).toMatchObject({ title: null, text: 'We sell tea.\n\nNo #1 here: 3 < 4.', elements: [] });
  });

  test('a page comes through the fetcher, with the address that it has in the end', async () => {
    const text = (await sample('landing-good.html')).toString('utf8');
    const asked: string[] = [];
    const fetchPage = async (url: string): Promise<FetchedPage> => {
      asked.push(url);
      return {
        ok: true,
        url: 'https://rowlock.example/en/',
        status: 200,
        content_type: 'text/html',
        charset: 'UTF-8',
        text,
        truncated: true,
        bytes: text.length,
      };
    };
    const { content } = await extracted(await ask('site', { url: 'https://rowlock.example/' }), { fetchPage });
    expect(asked).toEqual(['https://rowlock.example/']);
    expect(content).toMatchObject({ input_type: 'site', url: 'https://rowlock.example/en/', language: 'en' });
    expect(content?.notes).toContainEqual(said('page_cut'));
    expect(content?.elements).toContainEqual(
      expect.objectContaining({
        kind: 'link',
        label: 'Try it with your own boats',
        href: 'https://rowlock.example/start',
      }),
    );
  });

  test('an image is verified, measured, and kept as the bytes that were verified', async () => {
    const bytes = await sample('ui-good.png');
    const asked = await askFor('image', bytes, 'image/png');
    const { row, content } = await extracted(asked);
    const [picture] = content?.pictures ?? [];
    expect(content).toMatchObject({ text: '', elements: [{ id: 'image-1', kind: 'image' }] });
    expect(picture).toMatchObject({ element: 'image-1', type: 'image/png', width: 1000, height: 640 });
    expect(picture?.contrast).toBeGreaterThan(4.5);
    expect(picture?.key).toMatch(new RegExp(`^${objects.reviewFolder(asked.ws, asked.review)}[0-9a-f]{32}\\.png$`));
    expect(row).toMatchObject({ facts: { pictures: [picture?.key] } });
    expect(await storage.read(picture?.key ?? '', 1e7)).toEqual({ bytes, type: 'image/png' });
  });

  test('a recording is read by the transcript that was uploaded with it', async () => {
    const ws = newId();
    const input: Input = {
      upload_key: await uploaded(ws, 'audio', await sample('podcast.wav'), 'audio/wav'),
      upload_type: 'audio/wav',
      transcript_key: await uploaded(ws, 'transcript', await sample('podcast.vtt'), 'text/vtt'),
      transcript_type: 'text/vtt',
    };
    const { content } = await extracted(await ask('audio', input, ws));
    expect(content?.text).toContain('[00:14] Tobias Wendt: Hello Noor. Five, actually. We lost that argument.');
    expect(content?.notes).toEqual([said('audio_transcript_read')]);
  });

  test('a long text is judged by its beginning, and the cut is recorded', async () => {
    const bytes = Buffer.from('A sentence of six short words. '.repeat(4000));
    const { row, content } = await extracted(await askFor('document', bytes, 'text/plain'));
    expect(content?.cut).toEqual({ kept: content?.text.length, of: 123_999 });
    expect(content?.text.length).toBeLessThanOrEqual(80_000);
    expect(row).toMatchObject({ facts: { cut: content?.cut } });
  });
});

describe('content that can’t be read', () => {
  const expectEnded = async (status: string, asked: Asked, words: RegExp, more?: Partial<ExtractNeeds>) => {
    const { row, content, runs } = await extracted(asked, more);
    expect(row).toMatchObject({
      status,
      error: expect.stringMatching(words),
      runs_done: 2,
      runs_failed: 2,
      completed_at: expect.any(Number),
    });
    expect(row).not.toHaveProperty('job');
    expect(row).not.toHaveProperty('input');
    expect(content).toBeUndefined();
    for (const run of runs)
      expect(run).toMatchObject({ state: 'failed', error: row?.error, finished_at: expect.any(Number) });
  };

  const expectFailed = expectEnded.bind(undefined, 'failed');

  test('a PDF of pictures says that it holds no text', async () => {
    await expectFailed(
      await askFor('pdf', await sample('scanned.pdf'), 'application/pdf'),
      /contains no text, only pictures/,
    );
  });

  test.each<[string, InputType, string, string, RegExp]>([
    ['an image as a PDF', 'pdf', 'ui-good.png', 'application/pdf', /is not a PDF/],
    ['a PDF as a Word document', 'document', 'leaflet.pdf', DOCX, /damaged|no Word document/],
    ['a PDF as text', 'document', 'leaflet.pdf', 'text/plain', /is a PDF, not text/],
    ['a photo as a png', 'image', 'photo.jpg', 'image/png', /not image\/png/],
    ['a video as sound', 'audio', 'product-video.webm', 'audio/mpeg', /not audio\/mpeg/],
    ['text as a video', 'video', 'readme.md', 'video/mp4', /not video\/mp4/],
  ])('%s is refused with a reason', async (_, input_type, file, type, words) => {
    await expectFailed(await askFor(input_type, await sample(file), type), words);
  });

  test('an upload that is gone, or larger than its kind may be, fails with a reason', async () => {
    const ws = newId();
    const upload_key = objects.incoming(ws, 'reviews', 'pdf', newId());
    await expectFailed(await ask('pdf', { upload_key, upload_type: 'application/pdf' }, ws), /is gone/);
    const large = await uploaded(ws, 'transcript', Buffer.alloc(5 * 1024 * 1024 + 1, 'a '), 'text/plain');
    const sound = await uploaded(ws, 'audio', await sample('podcast.wav'), 'audio/wav');
    const input: Input = { upload_key: sound, upload_type: 'audio/wav', transcript_key: large };
    await expectFailed(await ask('audio', input, ws), /over 5 MB/);
  });

  test('a page that cannot be fetched says what the fetcher says', async () => {
    const fetchPage = async (): Promise<FetchedPage> => ({
      ok: false,
      reason: 'unreachable',
      said: said('page_unreachable'),
    });
    await expectFailed(
      await ask('site', { url: 'https://nowhere.example/' }),
      /^This address can’t be reached\. Send/,
      { fetchPage },
    );
  });

  const serving = (text: string) => ({
    fetchPage: async (): Promise<FetchedPage> => ({
      ok: true,
      url: 'https://a.example/',
      status: 200,
      content_type: 'text/html',
      charset: 'UTF-8',
      text,
      truncated: false,
      bytes: text.length,
    }),
  });
  const pageOf = (words: string) => `<!doctype html><title>Lamps</title><main><h1>Lamps</h1><p>${words}</p></main>`;

  test('a page without text is not judged, and says how else it can be reviewed', async () => {
    const shell = (await sample('spa-shell.html')).toString('utf8');
    const asked = await ask('site', { url: 'https://a.example/' });
    await expectEnded('not_judged', asked, /Upload a PDF or a screenshot/, serving(shell));
  });

  test('a page of a few words is not judged, and its charge is refunded', async () => {
    const ws = newId();
    const asked = await ask('site', { url: 'https://a.example/' }, ws, { charged_cents: 5 });
    await table.put({ ...keys.wallet(ws), balance_cents: 20 });
    await expectEnded(
      'not_judged',
      asked,
      /^Too few words could be read on this page: 39\./,
      serving(pageOf('word '.repeat(38))),
    );
    expect(await table.get(keys.wallet(ws))).toMatchObject({ balance_cents: 25 });
  });

  test.each([
    ['forty words', 'word '.repeat(39)],
    ['as much in a script without spaces', '私たちはランプを手で作っています。'.repeat(6)],
  ])('a page of %s is judged', async (_, words) => {
    const { row } = await extracted(await ask('site', { url: 'https://a.example/' }), serving(pageOf(words)));
    expect(row).toMatchObject({ status: 'queued', job: 'brief-review' });
  });

  test('a recording without transcript and transcriber says what to upload', async () => {
    await expectFailed(await askFor('audio', await sample('podcast.wav'), 'audio/wav'), /Upload a transcript/);
  });
});

describe('faults', () => {
  // A text needs no thread.
  const here = { extract: extractHere };
  const busy = async (): Promise<FetchedPage> => ({ ok: false, reason: 'busy', said: said('pages_unavailable') });

  test('a passing fault is tried again after growing waits, and ends in words after five tries', async () => {
    const asked = await ask('site', { url: 'https://a.example/' });
    const waits: unknown[] = [];
    for (let tries = 0; tries < 4; tries += 1) {
      const { row } = await extracted(asked, { fetchPage: busy });
      expect(row).toMatchObject({ job: 'extract-review', status: 'queued', attempts: tries + 1 });
      waits.push(row?.wait_seconds);
      advance(2 * MINUTE);
    }
    expect(waits).toEqual([4, 12, 36, 108]);
    const { row } = await extracted(asked, { fetchPage: busy });
    expect(row).toMatchObject({ status: 'failed', error: expect.stringMatching(/unreachable for several minutes/) });
  });

  test('storage that is out of reach is a passing fault', async () => {
    const asked = await askFor('document', Buffer.from('Tea.'), 'text/plain');
    const broken = standIn(storage, {
      read: async () => {
        throw unavailable('files_unreachable');
      },
    });
    expect((await extracted(asked, { storage: broken })).row).toMatchObject({ job: 'extract-review', attempts: 1 });
    expect((await extracted(asked, here)).content?.text).toBe('Tea.');
  });

  test('what ends the process again and again is given up', async () => {
    const { row } = await extracted(
      await ask('document', { content: brotliCompressSync('Tea.') }, newId(), { attempts: 5 }),
    );
    expect(row).toMatchObject({ status: 'failed', error: expect.stringMatching(/after several attempts/) });
  });

  test('the same message twenty times writes the content once', async () => {
    const asked = await askFor('document', Buffer.from('Tea.'), 'text/plain');
    await Promise.all(Array.from({ length: 20 }, () => extractReview(needs(here), asked.key)));
    const before = await read(asked);
    expect(before.content?.text).toBe('Tea.');
    await extractReview(needs(here), asked.key);
    expect(await read(asked)).toEqual(before);
  });

  test('a message that comes during a read neither starts another nor uses up a try', async () => {
    const asked = await askFor('document', Buffer.from('Tea.'), 'text/plain');
    let reads = 0;
    let during: object = {};
    const extract: ExtractNeeds['extract'] = async (source) => {
      reads += 1;
      if (reads > 1) return extractHere(source);
      for (let messages = 0; messages < 6; messages += 1) await extractReview(needs({ extract }), asked.key);
      during = (await read(asked)).row ?? {};
      return extractHere(source);
    };
    const { row, content } = await extracted(asked, { extract });
    expect([reads, content?.text]).toEqual([1, 'Tea.']);
    expect(during).toMatchObject({ status: 'queued', attempts: 1, due_at: expect.any(Number) });
    expect(Reflect.get(during, 'due_at')).toBeGreaterThan(now() + MINUTE);
    expect(row).not.toHaveProperty('claimed_until');
  });

  test('work that was interrupted before it wrote anything is done by the next', async () => {
    const asked = await askFor('document', Buffer.from('Tea.'), 'text/plain');
    let isFirst = true;
    const dying = standIn(table, {
      tryTransact: async (writes) => {
        if (writes.length > 1 && isFirst) {
          isFirst = false;
          throw new Error('The process ended here.');
        }
        return table.tryTransact(writes);
      },
    });
    await expect(extractReview(needs({ ...here, table: dying }), asked.key)).rejects.toThrow('ended here');
    expect((await read(asked)).content).toBeUndefined();
    advance(2 * MINUTE);
    expect((await extracted(asked, here)).content?.text).toBe('Tea.');
  });

  test('a review that is deleted while it is read stays deleted, and nothing is written to it', async () => {
    const asked = await askFor('document', Buffer.from('Tea.'), 'text/plain');
    const extract: ExtractNeeds['extract'] = async (source) => {
      await table.transact([{ update: asked.key, set: { deleted_at: now(), ...owed('purge', asked.key, now()) } }]);
      return extractHere(source);
    };
    const { row, content, runs } = await extracted(asked, { extract });
    expect(row).toMatchObject({ job: 'purge', facts: null });
    expect(content).toBeUndefined();
    for (const run of runs) expect(run).not.toHaveProperty('job');
  });

  test('work of a deleted workspace waits: it may be restored', async () => {
    const asked = await askFor('document', Buffer.from('Tea.'), 'text/plain');
    await table.put({ ...keys.workspace(asked.ws), id: asked.ws, deleted_at: now() });
    const { row } = await extracted(asked);
    expect(row).toMatchObject({ job: 'extract-review', status: 'queued' });
    expect(Number(row?.due_at)).toBeGreaterThan(now() + 59 * MINUTE);
  });
});

describe('a transcriber', () => {
  const scripted = (looks: Awaited<ReturnType<Transcriber['look']>>[]) => {
    const started: string[] = [];
    const transcriber: Transcriber = {
      start: async ({ job, key }) => {
        expect(await storage.read(key, 1e7)).toMatchObject({ type: 'audio/wav' });
        started.push(job);
      },
      look: async () => looks.shift() ?? { state: 'working' },
    };
    return { transcriber, started };
  };
  const reading = {
    title: null,
    url: null,
    language: 'en-GB',
    text: '[00:00] Speaker 1: Hello.',
    cut: null,
    elements: [],
    notes: [said('machine_transcript')],
  };

  test('is started once on a copy, and looked at every 15 seconds until it is done', async () => {
    const asked = await askFor('audio', await sample('podcast.wav'), 'audio/wav');
    const { transcriber, started } = scripted([{ state: 'working' }, { state: 'done', reading }]);
    const first = await extracted(asked, { transcriber });
    expect(first.row).toMatchObject({
      job: 'extract-review',
      wait_seconds: 15,
      input: { transcription: `review-${asked.review}` },
    });
    const second = await extracted(asked, { transcriber });
    expect(second.row).toMatchObject({ wait_seconds: 15, attempts: 1 });
    expect(Number(second.row?.due_at)).toBeGreaterThan(Number(first.row?.due_at));
    const third = await extracted(asked, { transcriber });
    expect(third.content).toMatchObject({
      text: '[00:00] Speaker 1: Hello.',
      language: 'en-GB',
      notes: [said('machine_transcript')],
    });
    expect(third.row).toMatchObject({ job: 'brief-review' });
    expect(started).toEqual([`review-${asked.review}`]);
  });

  test('a transcriber that fails says why, and one that never ends is given up', async () => {
    const failing = scripted([{ state: 'failed', why: said('no_speech') }]);
    const asked = await askFor('audio', await sample('podcast.wav'), 'audio/wav');
    await extracted(asked, failing);
    expect((await extracted(asked, failing)).row).toMatchObject({
      status: 'failed',
      error: said('no_speech').text,
      error_codes: [{ code: 'no_speech' }],
    });
    const endless = scripted([]);
    const other = await askFor('audio', await sample('podcast.wav'), 'audio/wav');
    await extracted(other, endless);
    advance(7 * 60 * MINUTE);
    expect((await extracted(other, endless)).row).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/wasn’t transcribed in time/),
    });
  });

  test('a transcriber that refuses the recording says so at once', async () => {
    const transcriber: Transcriber = {
      start: async () => {
        throw new Unreadable(said('recording_not_transcribable'));
      },
      look: async () => ({ state: 'working' }),
    };
    const asked = await askFor('audio', await sample('podcast.wav'), 'audio/wav');
    expect((await extracted(asked, { transcriber })).row).toMatchObject({
      status: 'failed',
      error: said('recording_not_transcribable').text,
    });
  });
});
