import { VIEWS, type ViewName } from '../../browser/order.ts';
import type { renderPage } from '../../browser/render-page.ts';
import { type Said, said } from '../../codes/said.ts';
import { HOUR, now, SECOND } from '../../kit/clock.ts';
import { Refusal } from '../../kit/errors.ts';
import { openStorage, type Storage } from '../../kit/files/storage.ts';
import { logBug } from '../../kit/log.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { requireIds } from '../../kit/table/record.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { putOff, putOffWhileDeleted, queuedIn } from '../../owed/put-off.ts';
import { Passing, Unreadable } from '../read/extract/reading.ts';
import { type ReadNeeds, type ReadOutcome, readInput } from '../read/read-input.ts';
import { type ReviewIds, type ReviewRow, reviewRows } from '../rows.ts';
import { chooseAgain } from './choose-again.ts';
import { claimStep } from './claim-step.ts';
import { writeContent, writeFailure, writeProgress } from './extract-outcome.ts';
import { READ_SECONDS } from './run-times.ts';

const MAX_TRIES = 5;
const FIRST_WAIT_MS = 4 * SECOND;
const TRANSCRIBING_WAIT_MS = 15 * SECOND;
const MAX_TRANSCRIBING_MS = 6 * HOUR;

export interface ExtractNeeds extends Omit<ReadNeeds, 'see'> {
  table: Table;
  /** Of the worker that opens pages. */
  renderPage?: typeof renderPage;
}

const VIEW_COUNT = Object.keys(VIEWS).length;

const readNeedsOf = ({ renderPage, table, ...needs }: ExtractNeeds, key: Key): ReadNeeds => {
  if (!renderPage) return needs;
  const progress = async (views: ViewName[]) => {
    const done = views.length;
    await writeProgress(table, key, { step: done < VIEW_COUNT ? 'open' : 'read', done, of: VIEW_COUNT, views });
  };
  return { ...needs, see: { renderPage, progress } };
};

type Ended = ReadOutcome | { unreadable: Said } | { passing: true };

const tryToRead = async (needs: ReadNeeds, ids: ReviewIds, row: ReviewRow): Promise<Ended> => {
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
  const job = needs.renderPage ? 'render-review' : 'extract-review';
  const [row, workspace] = await table.getEach([key, keys.workspace(ws)], { consistent: true });
  if (row?.job !== job || row.deleted_at !== undefined || !workspace) return;
  if (await putOffWhileDeleted(table, workspace, key, job)) return;
  const parsed = reviewRows.parse(row);
  const { attempts = 0, input, updated_at } = parsed;
  const isTranscribing = input?.transcription !== undefined;
  if (isTranscribing && now() - updated_at > MAX_TRANSCRIBING_MS) {
    await writeFailure(table, ids, said('transcription_timeout'));
    return;
  }
  const claimed = isTranscribing ? { attempts } : await claimStep(table, parsed, ids, job, READ_SECONDS[job] * SECOND);
  if (!claimed) return;
  if (claimed.attempts > MAX_TRIES) {
    await writeFailure(table, ids, said('reading_never_ended'));
    return;
  }
  const later = (waitMs: number, set: Item = {}) =>
    putOff(table, key, job, queuedIn(waitMs, row), { set, remove: ['claimed_until'] });
  const ended = await tryToRead(readNeedsOf(needs, key), ids, parsed);
  if ('content' in ended) {
    const { content, facts, facts_only } = ended;
    const panel = await chooseAgain(table, { ...workspace, id: ws }, parsed, content);
    await writeContent(table, ids, { content, facts, facts_only, panel });
  } else if ('unreadable' in ended) await writeFailure(table, ids, ended.unreadable);
  else if ('not_judged' in ended) await writeFailure(table, ids, ended.not_judged, 'not_judged');
  else if ('waits_for' in ended) {
    const started = isTranscribing ? {} : { input: { ...input, transcription: ended.waits_for }, updated_at: now() };
    await later(TRANSCRIBING_WAIT_MS, started);
  } else if (claimed.attempts >= MAX_TRIES && !isTranscribing)
    await writeFailure(table, ids, said('input_unreachable'));
  else await later(isTranscribing ? TRANSCRIBING_WAIT_MS : FIRST_WAIT_MS * 3 ** attempts);
};

/** Copying a gigabyte takes a while. */
export const openReadingStorage = (): Storage => openStorage(30_000);
