import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { FetchedPage } from '../../../functions/fetcher/fetched-page.ts';
import { now } from '../../../functions/kit/clock.ts';
import { openStorage } from '../../../functions/kit/files/storage.ts';
import { derivedId, newId } from '../../../functions/kit/ids.ts';
import { keys, objects, partitions, reviewPartition } from '../../../functions/kit/table/keys.ts';
import type { Item, StoredRow, Table } from '../../../functions/kit/table/table.ts';
import { type Job, owed } from '../../../functions/owed/jobs.ts';
import { queueWorker } from '../../../functions/owed/queue-worker.ts';
import { defaultPersonas } from '../../../functions/personas/default-personas.ts';
import { type InputType, packContent, textContent } from '../../../functions/reviews/read/content.ts';
import { extractApart } from '../../../functions/reviews/read/extract/apart.ts';
import type { Input, ReviewRow } from '../../../functions/reviews/rows.ts';
import { extractReview } from '../../../functions/reviews/run/extract-review.ts';
import { doRunJob } from '../../../functions/reviews/run/run-one-persona.ts';
import { PersonaAsRun, type RunRow } from '../../../functions/reviews/run-rows.ts';
import { batchOf } from '../../workers/messages.ts';
import { openOwnTable } from '../../workers/own-tables.ts';
import { answersIn, recordedModel } from './recorded-model.ts';

interface Piece {
  folder: string;
  title: string;
  input_type: InputType;
  file: string;
  url?: string;
}

export const PIECES = [
  {
    folder: 'landing-page',
    title: 'Landing page of Kettleback',
    input_type: 'site',
    file: 'content.html',
    url: 'https://kettleback.example/',
  },
  { folder: 'readme', title: 'README of stowaway', input_type: 'document', file: 'content.md' },
  { folder: 'contract', title: 'Design services agreement', input_type: 'text', file: 'content.txt' },
  {
    folder: 'pricing-page',
    title: 'Pricing page of Ledgerlane',
    input_type: 'site',
    file: 'content.html',
    url: 'https://ledgerlane.example/pricing',
  },
  { folder: 'shop-picture', title: 'Front page of Fenn & Leaf', input_type: 'image', file: 'content.png' },
  { folder: 'german-article', title: 'Ratgeber Balkonkraftwerk', input_type: 'text', file: 'content.txt' },
] as const satisfies readonly Piece[];

const bytesOf = ({ folder, file }: Piece): Buffer => readFileSync(join(import.meta.dirname, folder, file));

/** As it is when the review is created. */
const inputOf = async (ws: string, piece: Piece): Promise<{ input?: Input; content?: Uint8Array }> => {
  const bytes = bytesOf(piece);
  if (piece.url) return { input: { url: piece.url } };
  if (piece.input_type === 'text') return { content: packContent(textContent('text', null, bytes.toString('utf8'))) };
  if (piece.input_type !== 'image') return { input: { content: brotliCompressSync(bytes) } };
  const upload_key = objects.incoming(ws, 'reviews', 'image', newId());
  await openStorage().keep(upload_key, bytes, 'image/png');
  return { input: { upload_key, upload_type: 'image/png' } };
};

/** Their ids are the same each time, because findings of one weight are listed by ids that follow from them. */
const personasFor = (slugs: readonly string[]): PersonaAsRun[] =>
  slugs.map((slug) => {
    const found = defaultPersonas().find((one) => one.slug === slug);
    if (!found) throw new Error(`The catalog has no persona ${slug}.`);
    return PersonaAsRun.parse({ ...found, id: derivedId('replay', slug), custom_instructions: null });
  });

/** A review of a piece as its creation leaves it, with a panel of the recorded personas. */
const stage = async (
  table: Table,
  { ws, id }: { ws: string; id: string },
  piece: Piece,
  personas: readonly PersonaAsRun[],
): Promise<void> => {
  const at = now();
  const { input, content } = await inputOf(ws, piece);
  const key = keys.review(ws, id);
  const row: ReviewRow = {
    id,
    title: piece.title,
    input_type: piece.input_type,
    source: 'content',
    widget_site_id: null,
    annotation_id: null,
    url: piece.url ?? null,
    status: 'queued',
    runs_total: personas.length,
    runs_done: 0,
    runs_failed: 0,
    error: null,
    facts: null,
    ...(input && { input }),
    score: null,
    judge: null,
    ai_live: null,
    created_by: derivedId('user', ws),
    created_at: at,
    updated_at: at,
    completed_at: null,
  };
  const runs = personas.map(
    (persona, position): RunRow => ({
      review_id: id,
      persona_id: persona.id,
      position,
      persona,
      state: 'queued',
      attempts: 0,
      claim: null,
      claimed_until: null,
      score: null,
      scores: [],
      summary: '',
      error: null,
      judge: null,
      ai_live: null,
      samples: 0,
      tokens: null,
      created_at: at,
      finished_at: null,
    }),
  );
  await table.transact([
    { put: { ...keys.workspace(ws), id: ws } },
    {
      put: {
        ...key,
        gsi1pk: partitions.reviews(ws),
        gsi1sk: id,
        ...row,
        ...owed(content ? 'brief-review' : 'extract-review', key, at),
      },
    },
    ...(content ? [{ put: { ...keys.reviewContent(ws, id), content } }] : []),
    ...runs.map((run) => ({ put: { ...keys.reviewRun(ws, id, run.persona_id), ...run } })),
  ]);
};

const pageOf = (piece: Piece) => async (): Promise<FetchedPage> => ({
  ok: true,
  url: piece.url ?? '',
  status: 200,
  content_type: 'text/html',
  charset: 'utf-8',
  bytes: bytesOf(piece).length,
  text: bytesOf(piece).toString('utf8'),
  truncated: false,
});

const MAX_ROUNDS = 50;

/**
 * Reviews a piece with the recorded model, from the queue's first message to the last. Needs a table that no worker
 * looks at.
 */
export const replay = async (table: Table, ws: string, piece: Piece, id = derivedId('replay', piece.folder)) => {
  const answers = answersIn(piece.folder);
  const personas = personasFor(Object.keys(answers.personas));
  const nameOf = (slug: string) => personas.find((one) => one.slug === slug)?.name ?? '';
  const recorded = recordedModel(answers, nameOf);
  await stage(table, { ws, id }, piece, personas);
  const storage = openStorage();
  const needs = { table, model: recorded.model, objects: () => storage };
  const reading = { table, storage, fetchPage: pageOf(piece), extract: extractApart, transcriber: undefined };
  const worker = queueWorker((job, delivery) =>
    job.job === 'extract-review' ? extractReview(reading, job) : doRunJob(needs, job, delivery),
  );
  const rows = async (): Promise<Item[]> => {
    const { items } = await table.query({ partition: reviewPartition(ws, id), consistent: true });
    return items;
  };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const due = (await rows()).filter(({ job, due_at }) => job !== undefined && Number(due_at) <= now());
    if (due.length === 0) break;
    const messages = due.map(({ job, pk, sk }) => ({ job, pk, sk }) as Job);
    const { batchItemFailures } = await worker(batchOf(messages));
    if (batchItemFailures.length > 0) throw new Error(`The worker failed at ${JSON.stringify(messages)}.`);
  }
  return { id, rows: await rows(), personas, ...recorded };
};

/**
 * Puts a finished review of each piece into a workspace of a stage whose workers are at work: they never see one that
 * still owes something. Gives the ids by folder.
 */
export const seedReplays = async (into: Table, ws: string): Promise<Map<string, string>> => {
  const own = await openOwnTable();
  const ids = new Map<string, string>();
  for (const piece of PIECES) {
    const { id, rows } = await replay(own, ws, piece, newId());
    for (const row of rows) await into.put(row as StoredRow);
    ids.set(piece.folder, id);
  }
  return ids;
};
