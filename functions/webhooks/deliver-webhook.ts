import type { Said } from '../codes/said.ts';
import { HOUR, MINUTE, now, SECOND } from '../kit/clock.ts';
import { keys } from '../kit/table/keys.ts';
import { findNumberAt, numberAt, requireIds, textAt } from '../kit/table/record.ts';
import { type Item, type StoredRow, sharedTable, type Table } from '../kit/table/table.ts';
import { DELAYS, OWED } from '../owed/jobs.ts';
import { queuedIn } from '../owed/put-off.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { TEST } from './event.ts';
import { noteFailure, noteSuccess, switchOff } from './health.ts';
import { freeSlot, isQuick, notePace, pauseMs, type Slot } from './pace.ts';
import { faultOf, GONE, post, said } from './post.ts';
import { readSigning, signatureHeaders } from './secrets.ts';

/** After the first attempt; they sum to 24 hours. */
export const RETRY_AFTER_MS = [
  5 * SECOND,
  5 * MINUTE,
  25 * MINUTE,
  90 * MINUTE,
  4 * HOUR,
  8 * HOUR,
  10 * HOUR,
] as const;
/** Longer than this worker may run: then the worker of an earlier claim is dead. */
const CLAIM_MS = MINUTE;
const BUSY_MS = MINUTE;

interface Round {
  row: StoredRow;
  /** Of this round; "send again" begins another. */
  round_attempts: number;
}

/** Only the worker that claimed the attempt writes its outcome. */
const settle = (table: Table, { row }: Round, attempts: number, set: Item, remove: readonly string[]) =>
  table.tryTransact([
    {
      update: row,
      set,
      remove,
      when: [
        ['=', 'attempts', attempts],
        ['=', 'state', 'pending'],
      ],
    },
  ]);

const end = (table: Table, round: Round, attempts: number, set: Item) =>
  settle(table, round, attempts, set, [...OWED, 'next_attempt_at', ...('reason' in set ? [] : ['reason'])]);

const tryLater = (table: Table, round: Round, attempts: number, waitMs: number, set: Item) => {
  const later = queuedIn(waitMs);
  return settle(table, round, attempts, { ...set, next_attempt_at: later.set.due_at, ...later.set }, later.remove);
};

/** Not an attempt: other deliveries of the workspace have the slots. */
const waitForSlot = (table: Table, round: Round, attempts: number) => {
  const put_off = findNumberAt(round.row, 'put_off') ?? 0;
  return tryLater(table, round, attempts, pauseMs(put_off), { put_off: put_off + 1 });
};

const claim = (table: Table, { row, round_attempts }: Round, attempts: number, at: number, slot?: Slot) =>
  table.tryTransact([
    ...(slot ? [slot.take] : []),
    {
      update: row,
      set: {
        attempts: attempts + 1,
        round_attempts: round_attempts + 1,
        last_attempt_at: at,
        next_attempt_at: at + CLAIM_MS,
        due_at: at + CLAIM_MS,
      },
      remove: [...DELAYS, 'put_off'],
      when: [
        ['=', 'attempts', attempts],
        ['=', 'state', 'pending'],
      ],
    },
  ]);

/** Deleted with its site: what it is still owed is sent first. */
const isDraining = (webhook: StoredRow) => (findNumberAt(webhook, 'drains_until') ?? 0) > now();

/** Why an event isn't sent any more. */
const obstacle = (row: StoredRow, webhook: StoredRow, workspace: StoredRow): Said | undefined => {
  if (workspace.deleted_at !== undefined) return said('delivery_workspace_deleted');
  return webhook.active === true || row.event_type === TEST || isDraining(webhook)
    ? undefined
    : said('delivery_switched_off');
};

const send = (row: StoredRow, webhook: StoredRow, at: number) => {
  const [ws, webhookId, id] = requireIds(keys.webhookDelivery, row);
  const body = textAt(row, 'payload');
  const signing = readSigning(webhook);
  const signed = signatureHeaders({ ws, webhook: webhookId, signing, at }, { id, sentAt: Date.now(), body });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Sidenote-Webhooks/1', ...signed };
  return post({ url: textAt(webhook, 'url'), headers, body });
};

const makeAttempt = async (
  table: Table,
  round: Round,
  webhook: StoredRow,
  { attempts, at }: { attempts: number; at: number },
) => {
  const { row, round_attempts } = round;
  const posted = await send(row, webhook, at);
  if ('none' in posted && posted.none === 'busy') {
    await tryLater(table, round, attempts, BUSY_MS, { round_attempts });
    return;
  }
  const http_status = 'status' in posted ? posted.status : null;
  const outcome = { http_status, duration_ms: posted.ms };
  await notePace(table, webhook, 'none' in posted ? Number.POSITIVE_INFINITY : posted.ms, at);
  const fault = faultOf(posted);
  if (!fault) {
    await end(table, round, attempts, { ...outcome, state: 'delivered' });
    if (row.event_type !== TEST) await noteSuccess(table, webhook);
    return;
  }
  const failed = { ...outcome, reason: fault };
  const waitMs = http_status === GONE ? undefined : RETRY_AFTER_MS[round_attempts];
  if (waitMs === undefined) await end(table, round, attempts, { ...failed, state: 'failed' });
  else await tryLater(table, round, attempts, waitMs, failed);
  if (row.event_type === TEST) return;
  if (http_status === GONE) await switchOff(table, webhook, 'gone', at);
  else await noteFailure(table, webhook, at);
};

/** Undefined if none was free. Another webhook may take the first that was. */
const claimWithSlot = async (table: Table, round: Round, attempts: number, at: number, known: Item) => {
  const [ws, webhook, id] = requireIds(keys.webhookDelivery, round.row);
  let slot = freeSlot(known, { ws, webhook, id }, at);
  for (let tries = 0; slot && tries < 2; tries += 1) {
    if (await claim(table, round, attempts, at, slot)) return slot;
    const [slots = {}] = await table.getEach([keys.webhookSlots(ws)], { consistent: true });
    slot = freeSlot(slots, { ws, webhook, id }, at);
  }
  return undefined;
};

const attempt = async (table: Table, round: Round, webhook: StoredRow, slots: Item) => {
  const before = numberAt(round.row, 'attempts');
  const at = now();
  const attempts = before + 1;
  if (isQuick(webhook, at)) {
    if (await claim(table, round, before, at)) await makeAttempt(table, round, webhook, { attempts, at });
    return;
  }
  const slot = await claimWithSlot(table, round, before, at, slots);
  if (!slot) {
    await waitForSlot(table, round, before);
    return;
  }
  try {
    await makeAttempt(table, round, webhook, { attempts, at });
  } finally {
    await table.tryTransact([slot.release]);
  }
};

/** Each attempt is claimed before it is made, so the same message twenty times is one request. */
export const deliverWebhook = queueWorker(async (job) => {
  const table = sharedTable();
  const [ws, webhookId] = requireIds(keys.webhookDelivery, job);
  const wanted = [job, keys.webhook(ws, webhookId), keys.workspace(ws), keys.webhookSlots(ws)];
  const [row, webhook, workspace, slots = {}] = await table.getEach(wanted, { consistent: true });
  if (row?.state !== 'pending' || (findNumberAt(row, 'next_attempt_at') ?? 0) > now()) return;
  if (!workspace || !webhook || (webhook.deleted_at !== undefined && !isDraining(webhook))) {
    await table.tryTransact([{ delete: row }]);
    return;
  }
  const round: Round = { row, round_attempts: numberAt(row, 'round_attempts') };
  const why = obstacle(row, webhook, workspace);
  const attempts = numberAt(row, 'attempts');
  if (why) await end(table, round, attempts, { state: 'canceled', reason: why });
  else if (round.round_attempts <= RETRY_AFTER_MS.length) await attempt(table, round, webhook, slots);
  else await end(table, round, attempts, { state: 'failed', reason: said('delivery_interrupted') });
});
