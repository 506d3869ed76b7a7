import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, objects } from '../../functions/kit/table/keys.ts';
import { openTable } from '../../functions/kit/table/table.ts';
import { owed } from '../../functions/owed/jobs.ts';
import type { InputType } from '../../functions/reviews/read/content.ts';
import { uploadKindOf } from '../../functions/reviews/read/uploads.ts';
import { ContentRow, type Input, type ReviewRow } from '../../functions/reviews/rows.ts';

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** One of the documents that reviews are tried on. */
export const sample = (name: string) => readFile(join(import.meta.dirname, '../content', name));

/** A review whose input is still to be read, with two personas, in a separate workspace. */
export const ask = async (input_type: InputType, input: Input, ws = newId(), more: object = {}) => {
  const table = openTable();
  const review = newId();
  const key = keys.review(ws, review);
  const row: ReviewRow = {
    id: review,
    title: 'A review',
    input_type,
    source: 'content',
    widget_site_id: null,
    annotation_id: null,
    url: input.url ?? null,
    status: 'queued',
    runs_total: 2,
    runs_done: 0,
    runs_failed: 0,
    error: null,
    facts: null,
    score: null,
    judge: null,
    ai_live: null,
    created_by: newId(),
    created_at: now(),
    updated_at: now(),
    completed_at: null,
    input,
  };
  await table.put({ ...keys.workspace(ws), id: ws, created_at: now() });
  for (const persona of ['one', 'two'])
    await table.put({ ...keys.reviewRun(ws, review, persona), state: 'queued', persona_id: persona, error: null });
  await table.put({ ...key, ...row, ...owed('extract-review', key, now()), ...more });
  return { ws, review, key };
};

/** Puts a file where uploads stand, and gives its key. */
export const uploaded = async (ws: string, kind: string, bytes: Uint8Array, type: string) => {
  const key = objects.incoming(ws, 'reviews', kind, newId());
  await openStorage().keep(key, bytes, type);
  return key;
};

/** A review of an upload. */
export const askFor = async (input_type: InputType, bytes: Uint8Array, upload_type: string, more: Input = {}) => {
  const ws = newId();
  const upload_key = await uploaded(ws, uploadKindOf(input_type) ?? '', bytes, upload_type);
  return ask(input_type, { upload_key, upload_type, ...more }, ws);
};

/** Its row, its content and its runs. */
export const read = async ({ ws, review }: Asked) => {
  const table = openTable();
  const row = await table.get(keys.review(ws, review));
  const found = await table.get(keys.reviewContent(ws, review));
  const runs = await Promise.all(['one', 'two'].map((persona) => table.get(keys.reviewRun(ws, review, persona))));
  return { row, content: found && ContentRow.parse(found).content, runs };
};

export type Asked = Awaited<ReturnType<typeof ask>>;
