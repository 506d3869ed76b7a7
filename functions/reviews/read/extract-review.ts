import { S3Client } from '@aws-sdk/client-s3';
import { type Said, said } from '../../codes/said.ts';
import { HOUR, now, SECOND } from '../../kit/clock.ts';
import { Refusal } from '../../kit/errors.ts';
import { openStorage } from '../../kit/files/storage.ts';
import { logBug } from '../../kit/log.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { requireIds } from '../../kit/table/record.ts';
import { openTable, type Table } from '../../kit/table/table.ts';
import { queueWorker } from '../../owed/queue-worker.ts';
import { type ReviewIds, ReviewRow } from '../rows.ts';
import { chooseAgain } from './choose-again.ts';
import { extractApart } from './extract/apart.ts';
import { Passing, Unreadable } from './extract/reading.ts';
import { countTry, putOff, writeContent, writeFailure } from './extract-outcome.ts';
import { fetchPage } from './fetch-page.ts';
import { type ReadNeeds, type ReadOutcome, readInput } from './read-input.ts';
import { openTranscriber } from './transcribe/amazon.ts';

const MOST_TRIES = 5;
const FIRST_WAIT_MS = 4 * SECOND;
const TRANSCRIBING_WAIT_MS = 15 * SECOND;
const MOST_TRANSCRIBING_MS = 6 * HOUR;

export interface ExtractNeeds extends ReadNeeds {
  table: Table;
}

type Ended = ReadOutcome | { unreadable: Said } | { passing: true };

const tryToRead = async (needs: ExtractNeeds, ids: ReviewIds, row: ReviewRow): Promise<Ended> => {
  try {
    return await readInput(needs, ids, row);
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.said };
    if (!(error instanceof Passing || error instanceof Refusal)) logBug(`input of review ${ids.review}`, error);
    return { passing: true };
  }
};

export const extractReview = async (needs: ExtractNeeds, { pk, sk }: Key): Promise<void> => {
  const { table } = needs;
  const key = { pk, sk };
  const [ws, review] = requireIds(keys.review, key);
  const ids = { ws, review };
  const [row, workspace] = await table.getEach([key, keys.workspace(ws)], { consistent: true });
  if (row?.job !== 'extract-review' || row.deleted_at !== undefined || !workspace) return;
  if (workspace.deleted_at !== undefined) {
    await putOff(table, key, row, HOUR);
    return;
  }
  const parsed = ReviewRow.parse(row);
  const { attempts = 0, input, updated_at } = parsed;
  const isTranscribing = input?.transcription !== undefined;
  if (attempts >= MOST_TRIES && !isTranscribing) {
    await writeFailure(table, ids, said('reading_never_ended'));
    return;
  }
  if (isTranscribing && now() - updated_at > MOST_TRANSCRIBING_MS) {
    await writeFailure(table, ids, said('transcription_timeout'));
    return;
  }
  if (!isTranscribing && !(await countTry(table, key, attempts))) return;
  const ended = await tryToRead(needs, ids, parsed);
  if ('content' in ended) {
    const { content } = ended;
    await writeContent(table, ids, content, await chooseAgain(table, { ...workspace, id: ws }, parsed, content));
  } else if ('unreadable' in ended) await writeFailure(table, ids, ended.unreadable);
  else if ('not_judged' in ended) await writeFailure(table, ids, ended.not_judged, 'not_judged');
  else if ('waits_for' in ended) {
    const started = isTranscribing ? {} : { input: { ...input, transcription: ended.waits_for }, updated_at: now() };
    await putOff(table, key, row, TRANSCRIBING_WAIT_MS, started);
  } else if (attempts + 1 >= MOST_TRIES && !isTranscribing) await writeFailure(table, ids, said('input_unreachable'));
  else await putOff(table, key, row, isTranscribing ? TRANSCRIBING_WAIT_MS : FIRST_WAIT_MS * 3 ** attempts);
};

let needs: ExtractNeeds | undefined;

const openNeeds = (): ExtractNeeds => {
  const storage = openStorage(
    new S3Client({
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 2,
      // Copying a gigabyte takes a while.
      requestHandler: {
        connectionTimeout: 2000,
        requestTimeout: 30_000,
        socketTimeout: 30_000,
        throwOnRequestTimeout: true,
      },
    }),
  );
  return { table: openTable(), storage, fetchPage, extract: extractApart, transcriber: openTranscriber(storage) };
};

export const extractReviewJob = queueWorker(async (job) => {
  needs ??= openNeeds();
  await extractReview(needs, job);
});
