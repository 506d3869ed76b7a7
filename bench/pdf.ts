import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openStorage } from '../functions/kit/files/storage.ts';
import { newId, timeOfId } from '../functions/kit/ids.ts';
import { packJson } from '../functions/kit/packed.ts';
import { keys, objects } from '../functions/kit/table/keys.ts';
import type { Item } from '../functions/kit/table/table.ts';
import { type Figure, type Section, timed } from './figures.ts';
import { meter } from './meter.ts';
import { annotationItem, captured, noteBody } from './notes.ts';
import type { PdfTime } from './pdf-time.ts';
import { prepare, run, type Site, type World } from './world.ts';

const ANNOTATIONS = 2000;
const PICTURES = 300;
const AT_ONCE = 100;
/** Relative to a list of 50. */
const MAX_RATIO = 1500;
const MAX_MB = 1024;
/** Half a unit for each answered note and each picture, and a list of 2,000. */
const MAX_READS = { answered: 950, new: 360 };
/** API Gateway times out after 29. */
const MAX_SECONDS = 20;

const TEXTS = [
  'Der Knopf tut nichts.',
  'Кнопка не работает.',
  'ボタンが動きません。',
  'الزر لا يعمل.',
  'बटन काम नहीं करता।',
];

type Kind = keyof typeof MAX_READS;

/** A realistic note, every third in another script. The first have an image; most of an answered site have a thread. */
const rowsOf = (world: World, site: Site, kind: Kind, index: number, thumbnail: string): Item[] => {
  const isAnswered = kind === 'answered' && index % 4 !== 0;
  const written = annotationItem(world, site.id);
  const row = {
    ...written,
    has_screenshot: index < PICTURES,
    ...(isAnswered && { updated_at: written.created_at + 1 }),
  };
  const { workspace_id: ws } = world;
  const { body } = noteBody();
  const said = index % 3 === 0 ? `${TEXTS[index % TEXTS.length]} ${body}` : body;
  const reply = (text: string) => {
    const id = newId();
    const about = { id, annotation_id: row.id, author: 'agent', author_name: 'Claude', created_at: timeOfId(id) };
    return { ...keys.reply(ws, row.id, id), ...about, body: text };
  };
  const context = {
    ...keys.context(ws, row.id),
    body: said,
    name: 'Maja',
    email: null,
    captured: packJson(captured),
    screenshot_key: null,
    thumbnail_key: index < PICTURES ? thumbnail : null,
  };
  const replies = isAnswered ? [reply('Which browser is that?'), reply(noteBody().body)] : [];
  return [row, context, ...replies];
};

const seed = async (world: World, site: Site, kind: Kind): Promise<void> => {
  const thumbnail = `${objects.siteFolder(world.workspace_id, site.id)}thumbnail`;
  const picture = await readFile(join(import.meta.dirname, '../test/exports/thumbnail.webp'));
  await openStorage().keep(thumbnail, picture, 'image/webp');
  const rows = Array.from({ length: ANNOTATIONS }, (_, index) => rowsOf(world, site, kind, index, thumbnail)).flat();
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await Promise.all(
      rows.slice(start, start + AT_ONCE).map((row) => world.table.put(row as Item & { pk: string; sk: string })),
    );
  }
};

const pathOf = ({ id }: Site) => `/api/widget/sites/${id}/annotations/export.pdf`;

const unitsOf = async (site: Site, as: string): Promise<number> => {
  const prepared = await prepare({ method: 'GET', path: pathOf(site), as });
  const { answer, measured } = await meter.measure(() => run(prepared));
  if (answer.status >= 400) throw new Error(`The export answered ${answer.status}.`);
  return measured.reads;
};

/** Time and memory of a full site's PDF, in a separate process; its read units in this one, and those of a new site. */
export const measurePdf = async (world: World): Promise<Section> => {
  const [site, newSite] = [await world.newSite(), await world.newSite()];
  await seed(world, site, 'answered');
  await seed(world, newSite, 'new');
  const paths = [pathOf(site), `/api/widget/sites/${site.id}/annotations?limit=50`];
  const child = [join(import.meta.dirname, 'pdf-time.ts'), ...paths, world.token];
  const { stdout } = await promisify(execFile)(process.execPath, child, { maxBuffer: 2 ** 20 });
  const { ratios, seconds, peakMb, bytes } = JSON.parse(stdout) as PdfTime;
  const quickest = Math.min(...seconds);
  const reads = {
    answered: await unitsOf(site, world.token),
    new: await unitsOf(newSite, world.token),
  };
  return {
    title: `The PDF of ${ANNOTATIONS.toLocaleString('en')} annotations with ${PICTURES} pictures`,
    columns: ['seconds', '× a list of 50', 'MB at most', 'read', 'answer'],
    rows: new Map([
      [
        'exportPdf',
        {
          seconds: seconds.map((one) => one.toFixed(1)).join(', '),
          '× a list of 50': timed(ratios, MAX_RATIO),
          'MB at most': { value: Math.round(peakMb), limit: MAX_MB } satisfies Figure,
          read: { value: reads.answered, limit: MAX_READS.answered } satisfies Figure,
          answer: bytes === 0 ? '303' : `${(bytes / 2 ** 20).toFixed(1)} MB`,
        },
      ],
      ['exportPdf, no note answered', { read: { value: reads.new, limit: MAX_READS.new } satisfies Figure }],
    ]),
    faults: quickest > MAX_SECONDS ? [`An export takes ${quickest.toFixed(1)} s; the gateway times out after 29.`] : [],
  };
};
