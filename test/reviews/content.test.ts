import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mammoth from 'mammoth';
import { call, newWorkspace, type Workspace } from '../driver.ts';
import {
  contentFile,
  DOCUMENTS,
  readReview,
  review,
  reviewFile,
  serveContent,
  untilEnded,
  upload,
} from './documents.ts';

/** Sites, and what cannot be read or not whole; beside DOCUMENTS. */
const SITES = ['landing-good.html', 'landing-bad.html', 'pricing.html', 'spa-shell.html', 'absent.html'];

type Read = Awaited<ReturnType<typeof readReview>>;

let ws: Workspace;
let origin: Awaited<ReturnType<typeof serveContent>>;
const ids = new Map<string, string>();
const read = new Map<string, Read>();
const of = (name: string): Read => read.get(name)!;

beforeAll(async () => {
  [ws, origin] = await Promise.all([newWorkspace(), serveContent()]);
  const one = async (name: string, made: Promise<string>) => ids.set(name, await made);
  const texts = await Promise.all(
    DOCUMENTS.filter(({ type }) => /^text/.test(type)).map(({ file }) => contentFile(file)),
  );
  const handbook = Array.from({ length: 5 }, () => texts.map(String).join('\n\n'))
    .join('\n\n')
    .slice(0, 190_000);
  await Promise.all([
    ...DOCUMENTS.map((sent) => one(sent.file, reviewFile(ws.owner, sent))),
    ...SITES.map((file) =>
      one(`site ${file}`, review(ws.owner, { title: file, input_type: 'site', url: `${origin.origin}/${file}` })),
    ),
    one('scanned.pdf', reviewFile(ws.owner, { file: 'scanned.pdf', as: 'pdf', type: 'application/pdf' })),
    one('spa-shell.html', reviewFile(ws.owner, { file: 'spa-shell.html', as: 'document', type: 'text/html' })),
    one(
      'pasted',
      review(ws.owner, { title: 'pasted', input_type: 'text', content: String(await contentFile('cv.txt')) }),
    ),
    one('handbook', review(ws.owner, { title: 'handbook', input_type: 'text', content: handbook })),
  ]);
  await untilEnded(ws);
  for (const [name, id] of ids) read.set(name, await readReview(ws.owner, id));
}, 60_000);
afterAll(() => origin.close());

/** Letters and figures only: what no typesetting changes. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** What a document says, read in another way than the service reads it: with its attributes, and without. */
const saidIn = async (name: string): Promise<string[]> => {
  const file = name.replace(/^site /, '').replace(/^leaflet\.pdf$/, 'sources/leaflet.html');
  const heard = DOCUMENTS.find((one) => one.file === file)?.transcript;
  if (file === 'pasted') return [bare(String(await contentFile('cv.txt')))];
  if (file.endsWith('.docx')) return [bare((await mammoth.extractRawText({ buffer: await contentFile(file) })).value)];
  const text = String(await contentFile(heard?.file ?? file)).replaceAll('&amp;', '&');
  const cues = text.replace(/^.*-->.*$|^\d+$/gm, '').replace(/<v ([^>]+)>/g, '$1: ');
  return [text, text.replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' '), cues, cues.replace(/^[^:\n]+: /gm, '')].map(
    bare,
  );
};

/** What a persona without an AI says of a dimension that it cannot measure. */
const NOT_MEASURED = /^No heuristic speaks to /;

const REVIEWED = [
  ...DOCUMENTS.map(({ file }) => file),
  'site landing-good.html',
  'site landing-bad.html',
  'site pricing.html',
  'pasted',
];

describe.each(REVIEWED)('%s', (name) => {
  test('is reviewed by five personas, each dimension of each', () => {
    const { review: one, feedback } = of(name);
    expect([one.status, one.runs_done, one.runs_total, one.runs_failed, one.error]).toEqual([
      'complete',
      5,
      5,
      0,
      null,
    ]);
    const asked = one.personas.flatMap((persona: { persona_id: string; dimensions: { name: string }[] }) =>
      persona.dimensions.map((dimension) => [persona.persona_id, dimension.name]),
    );
    expect(
      feedback.map((finding: { persona_id: string; dimension: string }) => [finding.persona_id, finding.dimension]),
    ).toEqual(asked);
    expect(feedback.length).toBeGreaterThanOrEqual(20);
  });

  test('what is found is quoted from it or named in it', async () => {
    const { feedback, content } = of(name);
    const said = await saidIn(name);
    const elements = new Set([
      ...content.elements.map(({ id }: { id: string }) => id),
      ...content.pictures.map(({ element }: { element: string }) => element),
    ]);
    const pointing = feedback.filter(({ comment }: { comment: string }) => !NOT_MEASURED.test(comment));
    for (const { quote, element, grounded, comment } of pointing) {
      const parts = (quote ?? '').split('…').filter((part: string) => bare(part) !== '');
      const stands = (part: string) => said.some((text) => text.includes(bare(part)));
      // Numbers of lists are the reader's own in documents that only mark them.
      const missing = parts.filter((part: string) => !stands(part) && !stands(part.replace(/^\s*\d+\. /, '')));
      expect([comment, grounded, missing]).toEqual([comment, true, []]);
      expect(parts.length > 0 || elements.has(element)).toBe(true);
    }
    // Of a picture little can be measured without an eye.
    const most = content.input_type === 'image' ? 0.7 : 0.2;
    expect(1 - pointing.length / feedback.length).toBeLessThan(most);
  });

  test('its scores are on the scale, differ, and say that no AI gave them and no rating stands behind them', () => {
    const { review: one, feedback } = of(name);
    expect(one.ai_live).toBe(false);
    expect(one.calibration).toMatchObject({ calibrated: false, labels: 0 });
    expect(one.calibration.note).toMatch(/^Uncalibrated/);
    const scores = feedback.map(({ score }: { score: number }) => score);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...scores)).toBeLessThanOrEqual(5);
    expect(new Set(scores).size).toBeGreaterThan(2);
    for (const { needs_human } of feedback) expect(needs_human).toBe(true);
  });

  test('comments say something of their own, and the report holds all of them', () => {
    const { feedback, markdown } = of(name);
    const comments: string[] = feedback.map(({ comment }: { comment: string }) => comment);
    for (const comment of comments) expect(comment.split(/\s+/).length).toBeGreaterThan(3);
    expect(new Set(comments).size).toBeGreaterThan(comments.length / 2);
    expect(markdown).toContain('**No AI answered.**');
    expect(markdown).toContain('Uncalibrated');
    for (const { id } of feedback) expect(markdown).toContain(`| ${id} |`);
    expect(markdown).not.toMatch(/\b(undefined|null|NaN|\[object)\b/);
  });
});

describe('scores tell good from bad', () => {
  const scoreOf = (name: string) => of(name).review.score.value;

  test.each([
    ['landing-good.html', 'landing-bad.html', 1],
    ['site landing-good.html', 'site landing-bad.html', 1],
    ['ui-good.png', 'ui-bad.png', 0.25],
  ])('%s is well above %s', (good, bad, distance) => {
    expect(scoreOf(good)).toBeGreaterThan(scoreOf(bad) + distance);
  });

  test('no honest document is as bad as the bad landing page', () => {
    for (const name of [
      'pricing.html',
      'article.html',
      'readme.md',
      'support-faq.md',
      'cv.txt',
      'release-notes.txt',
      'proposal.docx',
    ]) {
      expect([name, scoreOf(name) > scoreOf('landing-bad.html')]).toEqual([name, true]);
    }
  });
});

describe('what is not judged, or not whole, is said', () => {
  const toldOf = ({ review: one }: Read) => [one.error ?? '', ...(one.content?.notes ?? [])].join(' ');

  test('a text that is too long is cut, and review and report say where', () => {
    const { review: one, markdown } = of('handbook');
    expect(one.content.cut.kept).toBeLessThanOrEqual(80_000);
    expect(one.content.cut.of).toBeGreaterThan(90_000);
    expect(markdown).toContain('**Cut:** only the first');
  });

  test('a PDF that is only a picture fails, and says so', () => {
    const read = of('scanned.pdf');
    expect([read.review.status, read.feedback]).toEqual(['failed', []]);
    expect(toldOf(read)).toMatch(/text/i);
    expect(read.markdown).toContain('It could not be read.');
  });

  test.each(['spa-shell.html', 'site spa-shell.html'])(
    '%s, an app that draws itself with scripts, fails or is reviewed with a warning',
    (name) => {
      expect(toldOf(of(name))).toMatch(/script/i);
    },
  );

  test('a page that is not there fails, and says so', () => {
    const read = of('site absent.html');
    expect(read.review.status).toBe('failed');
    expect(toldOf(read)).toMatch(/404/);
  });
});

describe('422', () => {
  test('a recording without a transcript is refused in words that help', async () => {
    const upload_key = await upload(ws.owner, 'audio', 'podcast.wav', 'audio/wav');
    const body = { title: 'podcast', input_type: 'audio', upload_key };
    const { status, text } = await call('POST', '/api/reviews', { as: ws.owner, body });
    expect([status, /no transcriber: upload a transcript/.test(text)]).toEqual([422, true]);
  });
});
