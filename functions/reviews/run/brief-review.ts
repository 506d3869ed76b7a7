import { HOUR, now, SECOND } from '../../kit/clock.ts';
import { type Key, keys, reviewPartition } from '../../kit/table/keys.ts';
import { requireIds, rowsOf, sortPrefix } from '../../kit/table/record.ts';
import type { Item, Write } from '../../kit/table/table.ts';
import { OVERDUE, owed } from '../../owed/jobs.ts';
import type { Delivery } from '../../owed/queue-worker.ts';
import { askBrief, type Briefed } from '../ask/ask-brief.ts';
import { marksOf } from '../ask/prompt/render-prompt.ts';
import type { Content } from '../read/content.ts';
import { ContentRow, END_DUE_MS, type ReviewIds, ReviewRow } from '../rows.ts';
import { spendWrites } from '../spend/monthly-spend.ts';
import { hasDeletedSite } from './claim-run.ts';
import { claimStep, putOffStep } from './claim-step.ts';
import { type RunNeeds, readPictures } from './needs.ts';
import { runSpend, stepTotal } from './run-spend.ts';
import { runTimes } from './run-times.ts';

const RESERVE_MS = 15 * SECOND;
/** The panel can do without a brief. */
const MAX_ATTEMPTS = 3;
const WAIT_MS = 5 * SECOND;

const stillOwed = [
  ['=', 'job', 'brief-review'],
  ['absent', 'deleted_at'],
] as const;

/** Lets the panel begin, with what the first call said. */
const begin = async (
  { table, model }: RunNeeds,
  row: ReviewRow,
  { ws, review }: ReviewIds,
  briefed: Partial<Briefed>,
): Promise<void> => {
  const at = now();
  const { items } = await table.query({
    partition: reviewPartition(ws, review),
    sort: ['begins_with', sortPrefix(keys.reviewRun)],
    consistent: true,
  });
  const key = keys.review(ws, review);
  const { brief, tokens = null, transcripts = [] } = briefed;
  const spend = runSpend(row, model, tokens);
  await table.tryTransact([
    {
      update: key,
      set: {
        ...owed('end-review', key, at + END_DUE_MS),
        ...(brief && { brief }),
        ...stepTotal(spend),
      },
      remove: [...OVERDUE, 'wait_seconds', 'attempts', 'claimed_until'],
      when: stillOwed,
    },
    ...spendWrites(ws, review, spend.attempt),
    ...(transcripts.length > 0 ? [{ update: keys.reviewContent(ws, review), set: { transcripts } }] : []),
    ...rowsOf(items, keys.reviewRun).map(
      (run): Write => ({
        update: run,
        set: owed('run-persona', run, at),
        when: [['exists', 'pk']],
      }),
    ),
  ]);
};

const ask = async (
  { model, objects }: RunNeeds,
  { row, content }: { row: ReviewRow; content: Content },
  signal: AbortSignal,
): Promise<Briefed> => {
  const pictures = await readPictures(content, objects);
  return askBrief(model, { content, pictures, given: row, marks: marksOf(row.id), signal });
};

/**
 * Makes the first call of a review, which infers its purpose and transcribes its pictures, then lets the panel begin.
 * Rules need neither. Safe to repeat.
 */
export const briefReview = async (
  needs: RunNeeds,
  key: Key,
  { remainingMs }: Pick<Delivery, 'remainingMs'>,
): Promise<void> => {
  const { table, model } = needs;
  const [ws, review] = requireIds(keys.review, key);
  const wanted = [keys.review(ws, review), keys.reviewContent(ws, review), keys.workspace(ws)];
  const [found, contentRow, workspace] = await table.getEach(wanted, { consistent: true });
  if (found?.job !== 'brief-review' || found.deleted_at !== undefined || !contentRow || !workspace) return;
  if (hasDeletedSite(workspace, found.widget_site_id)) return;
  if (workspace.deleted_at !== undefined) {
    const set: Item = { due_at: now() + HOUR };
    await table.tryTransact([{ update: keys.review(ws, review), set, remove: OVERDUE, when: stillOwed }]);
    return;
  }
  const ids = { ws, review };
  const row = ReviewRow.parse(found);
  const { goal, audience, stage } = row;
  const given =
    goal || audience || stage
      ? { goal: goal ?? '', audience: audience ?? '', stage: stage ?? '', inferred: [] }
      : undefined;
  if (!model.live) return begin(needs, row, ids, { brief: given });
  const times = runTimes(model.settings);
  const claimed = await claimStep(table, row, ids, 'brief-review', times.leaseMs);
  if (!claimed) return;
  if (claimed.attempts > MAX_ATTEMPTS) return begin(needs, row, ids, { brief: given });
  const { content } = ContentRow.parse(contentRow);
  const signal = AbortSignal.timeout(Math.max(SECOND, Math.min(times.askMs, remainingMs() - RESERVE_MS)));
  const briefed = await ask(needs, { row, content }, signal);
  if (!briefed.busy) return begin(needs, row, ids, briefed);
  if (claimed.attempts === MAX_ATTEMPTS) return begin(needs, row, ids, { ...briefed, brief: given });
  await putOffStep(
    table,
    ids,
    'brief-review',
    Math.max(WAIT_MS, briefed.busy.retryAfterMs ?? 0),
    runSpend(row, model, briefed.tokens),
  );
};
