import type { Said } from '../codes/said.ts';
import { HOUR, MINUTE, now, SECOND } from '../kit/clock.ts';
import { keys } from '../kit/table/keys.ts';
import { requireIds, textAt } from '../kit/table/record.ts';
import { type Item, openTable, type StoredRow, type Table } from '../kit/table/table.ts';
import { OVERDUE, OWED } from '../owed/jobs.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { TEST } from './event.ts';
import { noteFailure, noteSuccess, switchOff } from './health.ts';
import { faultOf, GONE, post, said } from './post.ts';
import { type Signing, signatureHeaders } from './secrets.ts';

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
  const next_attempt_at = now() + waitMs;
  const wait_seconds = Math.ceil(waitMs / SECOND);
  return settle(table, round, attempts, { ...set, next_attempt_at, due_at: next_attempt_at, wait_seconds }, OVERDUE);
};

const claim = (table: Table, { row, round_attempts }: Round, attempts: number, at: number) =>
  table.tryTransact([
    {
      update: row,
      set: {
        attempts: attempts + 1,
        round_attempts: round_attempts + 1,
        last_attempt_at: at,
        next_attempt_at: at + CLAIM_MS,
        due_at: at + CLAIM_MS,
      },
      remove: [...OVERDUE, 'wait_seconds'],
      when: [
        ['=', 'attempts', attempts],
        ['=', 'state', 'pending'],
      ],
    },
  ]);

/** Deleted with its site: what it is still owed is sent first. */
const isDraining = ({ drains_until }: StoredRow) => Number(drains_until ?? 0) > now();

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
  // Only this area's store writes these rows, and a schema library would double the worker's cold start.
  const signing = webhook as unknown as Signing;
  const signed = signatureHeaders({ ws, webhook: webhookId, signing, at }, { id, sentAt: Date.now(), body });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Sidenote-Webhooks/1', ...signed };
  return post({ url: textAt(webhook, 'url'), headers, body });
};

const attempt = async (table: Table, round: Round, webhook: StoredRow) => {
  const { row, round_attempts } = round;
  const before = Number(row.attempts);
  const at = now();
  if (!(await claim(table, round, before, at))) return;
  const attempts = before + 1;
  const posted = await send(row, webhook, at);
  if ('none' in posted && posted.none === 'busy') {
    await tryLater(table, round, attempts, BUSY_MS, { round_attempts });
    return;
  }
  const http_status = 'status' in posted ? posted.status : null;
  const outcome = { http_status, duration_ms: posted.ms };
  const fault = faultOf(posted);
  if (!fault) {
    await end(table, round, attempts, { ...outcome, state: 'delivered' });
    await noteSuccess(table, webhook);
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

let opened: Table | undefined;

/** Each attempt is claimed before it is made, so the same message twenty times is one request. */
export const deliverWebhook = queueWorker(async (job) => {
  opened ??= openTable();
  const table = opened;
  const [ws, webhookId] = requireIds(keys.webhookDelivery, job);
  const wanted = [job, keys.webhook(ws, webhookId), keys.workspace(ws)];
  const [row, webhook, workspace] = await table.getEach(wanted, { consistent: true });
  if (row?.state !== 'pending' || Number(row.next_attempt_at) > now()) return;
  if (!workspace || !webhook || (webhook.deleted_at !== undefined && !isDraining(webhook))) {
    await table.tryTransact([{ delete: row }]);
    return;
  }
  const round: Round = { row, round_attempts: Number(row.round_attempts) };
  const why = obstacle(row, webhook, workspace);
  const attempts = Number(row.attempts);
  if (why) await end(table, round, attempts, { state: 'canceled', reason: why });
  else if (round.round_attempts <= RETRY_AFTER_MS.length) await attempt(table, round, webhook);
  else await end(table, round, attempts, { state: 'failed', reason: said('delivery_interrupted') });
});
