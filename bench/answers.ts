import { captureLog } from './capture-log.ts';
import { type Ground, openGround } from './cases/case.ts';
import { cases } from './cases.ts';
import type { Figure, Section } from './figures.ts';
import { prepare, run, type World } from './world.ts';

const LOG_LINE_BYTES = 500;
const COMPRESS_FROM = 2048;
/** A list of 50 was 28.3 KB and left with 6.6. */
const LIST_SHARE = 0.3;

const SUBJECTS = [
  'listAnnotations',
  'getAnnotation',
  'annotationMarkdown',
  'listNotes',
  'getLoader',
  'getLlmsTxt',
  'getLlmsFullTxt',
  'getLlmsNotesTxt',
  'getOpenapiJson',
  'getMcpJson',
  'mcp list_annotations',
  'mcp read_annotation',
];

const measure = async (ground: Ground, of: string, encoding: string) => {
  const one = cases.find((candidate) => candidate.of === of)!;
  const asked = await one.ask(ground);
  const headers = { ...asked.headers, 'accept-encoding': encoding, 'x-request-id': 'r'.repeat(128) };
  const prepared = await prepare({ ...asked, headers });
  const { value: answer, lines } = await captureLog(() => run(prepared));
  if (answer.status !== 200) throw new Error(`${of} answered ${answer.status}: ${answer.body}`);
  return { bytes: answer.body.length, encoding: answer.headers['content-encoding'], lines };
};

/** Response bytes, plain and compressed as they leave the Lambda, and bytes of the log line. */
export const measureAnswers = async (world: World): Promise<Section> => {
  const ground = await openGround(world);
  const rows = new Map<string, Record<string, Figure | string>>();
  const faults: string[] = [];
  for (const of of SUBJECTS) {
    const plain = await measure(ground, of, 'identity');
    const brotli = await measure(ground, of, 'br, gzip');
    const gzip = await measure(ground, of, 'gzip');
    if (plain.bytes > COMPRESS_FROM && (brotli.encoding !== 'br' || gzip.encoding !== 'gzip'))
      faults.push(`${of} is over 2 KB and isn’t compressed`);
    if (plain.lines.length !== 1) faults.push(`${of} writes ${plain.lines.length} log lines instead of one`);
    const limit = of === 'listAnnotations' ? Math.round(plain.bytes * LIST_SHARE) : undefined;
    rows.set(of, {
      plain: { value: plain.bytes },
      brotli: { value: brotli.bytes, limit },
      gzip: { value: gzip.bytes },
      'log line': { value: Math.max(...plain.lines.map((line) => Buffer.byteLength(line))), limit: LOG_LINE_BYTES },
    });
  }
  return {
    title: 'Bytes of responses, and of the longest log line that a request can write',
    columns: ['plain', 'brotli', 'gzip', 'log line'],
    rows,
    faults,
  };
};
