import type { ReplyRow } from '../../annotations/rows.ts';
import { appendReply } from '../../annotations/thread.ts';
import { said } from '../../codes/said.ts';
import { isSiteDeleted } from '../../kit/access/membership.ts';
import { dayOf, endOfDay, now } from '../../kit/clock.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { countWithin } from '../../kit/table/count-within.ts';
import type { Test } from '../../kit/table/expression.ts';
import { type Key, keys, scratchKeys } from '../../kit/table/keys.ts';
import { requireIds } from '../../kit/table/record.ts';
import type { StoredRow, Table, Write } from '../../kit/table/table.ts';
import { OWED } from '../../owed/jobs.ts';
import { putOff, putOffWhileDeleted, queuedIn, scheduledAt } from '../../owed/put-off.ts';
import type { Delivery } from '../../owed/queue-worker.ts';
import { refund } from '../../wallet/movement.ts';
import { reportedOf } from '../api/reported.ts';
import { type WholeReview, wholeOf } from '../api/review-reader.ts';
import { askChair, type Chaired } from '../ask/ask-chair.ts';
import { type Facts, type Model, ModelBusy } from '../ask/model/model.ts';
import { marksOf } from '../ask/prompt/marks.ts';
import type { FindingRow } from '../finding-rows.ts';
import { type Judge, RAW } from '../judge/calibration/calibrator.ts';
import { readCalibrator } from '../judge/calibrators.ts';
import { concludeByRule, isFact, isOfPanel } from '../judge/conclude.ts';
import { type Judged, judgeReview } from '../judge/judge-review.ts';
import { readScale } from '../judge/page-scales.ts';
import { readPanel } from '../panel-rows.ts';
import type { Content } from '../read/content.ts';
import { factsRows } from '../read/kept-facts.ts';
import { withoutOrders, withoutOrdersIn, withoutQuotes } from '../read/orders.ts';
import { verdictOf } from '../report/report.ts';
import { contentRows, END_DUE_MS, type ReviewIds, type ReviewRow, reviewRows } from '../rows.ts';
import type { RunRow } from '../run-rows.ts';
import { spendWrites } from '../spend/monthly-spend.ts';
import { costOf, type Prices, pricesOf } from '../spend/prices.ts';
import { sumOf } from '../tokens.ts';
import { askAgain, isJudgedByModel } from './ask-again.ts';
import { claimStep, MAX_STEP_ATTEMPTS, putOffStep } from './claim-step.ts';
import { readExamples } from './example-sets.ts';
import { type RunNeeds, tryPictures } from './needs.ts';
import { runSpend } from './run-spend.ts';
import { askSignal, runTimes } from './run-times.ts';

const statusOf = (failed: number, total: number, isJudged: boolean): ReviewRow['status'] => {
  if (failed === 0) return isJudged ? 'complete' : 'not_judged';
  return failed < total ? 'partial' : 'failed';
};

const MAX_BODY = 10_000;

/** The id has the time and the review, so a repeat writes the same reply. */
const replyId = (at: number, review: string): string => firstIdAt(at).slice(0, 10) + review.slice(10);

const threadWrites = (whole: WholeReview, judged: Judged | undefined, at: number): Write[] => {
  const { workspace_id, row } = whole;
  const { id, source, annotation_id, facts } = row;
  if (source !== 'widget_annotation' || annotation_id === null) return [];
  const withoutPictures = { ...row, facts: facts && { ...facts, pictures: [] } };
  const reply: ReplyRow = {
    id: replyId(at, id),
    annotation_id,
    author: 'agent',
    author_name: 'Persona panel',
    body: verdictOf(reportedOf({ ...whole, row: withoutPictures }, judged), MAX_BODY),
    created_at: at,
    review_id: id,
  };
  return appendReply(workspace_id, reply, { by: 'service' });
};

const failureOf = (first: RunRow | undefined) => {
  const { text, code } = said('no_verdict');
  return {
    error: `${text} ${first?.error ?? ''}`.trim(),
    error_codes: [{ code }, ...(first?.error_codes ?? [])],
  };
};

const endedAs = (
  status: ReviewRow['status'],
  first: RunRow | undefined,
  findings: readonly FindingRow[],
): Partial<ReviewRow> => {
  if (status === 'failed') return failureOf(first);
  if (status !== 'not_judged') return { error: null };
  const why = said(findings.some(isOfPanel) ? 'only_orders' : 'panel_cannot_judge');
  return { error: why.text, error_codes: [{ code: why.code }] };
};

const ifOpen = (row: StoredRow | undefined): ReviewRow | undefined =>
  row && row.deleted_at === undefined && row.completed_at === null ? reviewRows.parse(row) : undefined;

/** An agent could have content read again and again that no one can judge. */
const MAX_REFUNDS_A_DAY = 10;

/** Beyond the limit, the charge pays for what the model has read. */
const refundOf = (
  ws: string,
  { id, charged_cents, tokens }: ReviewRow,
  runs: readonly RunRow[],
  at: number,
): Write[] => {
  const back = refund(ws, id, charged_cents, at);
  const isRead = Boolean(tokens) || runs.some((run) => run.tokens);
  if (back.length === 0 || !isRead) return back;
  return [...back, countWithin(scratchKeys.refunds(ws, dayOf(at)), MAX_REFUNDS_A_DAY, endOfDay(at))];
};

const isEndable = ({ runs_done, runs_total }: ReviewRow) => runs_done >= runs_total;

const readEndable = async (table: Table, ws: string, review: string): Promise<ReviewRow | undefined> => {
  const row = ifOpen(await table.get(keys.review(ws, review)));
  return row && isEndable(row) ? row : undefined;
};

interface Ending {
  judge?: Judge | undefined;
  prices?: Prices | null | undefined;
  /** Absent if rules order the findings when they are read. */
  chaired?: Chaired | undefined;
}

/** Safe to repeat. False if runs are still owed, or it has ended already. */
export const endReview = async (
  table: Table,
  ids: ReviewIds,
  { judge, prices, chaired }: Ending = {},
): Promise<boolean> => {
  const { ws } = ids;
  const review = await readEndable(table, ws, ids.review);
  if (!review) return false;
  const readFits = (by: Judge) => Promise.all([readCalibrator(table, ws, by), readScale(table, ws, by)]);
  const [{ runs, findings }, known] = await Promise.all([readPanel(table, ids), judge && readFits(judge)]);
  const at = now();
  const failed = runs.filter(({ state }) => state === 'failed');
  const last = runs
    .filter(({ judge }) => judge !== null)
    .toSorted((one, other) => (one.finished_at ?? 0) - (other.finished_at ?? 0))
    .at(-1);
  const [calibrator, scale] = known ?? (last?.judge ? await readFits(last.judge) : [RAW, undefined]);
  const judged = judgeReview(runs, calibrator, scale);
  const isMeasured = review.basis === 'facts' && (review.measured ?? 0) > 0;
  const hasFindings = findings.some((one) => !isOfPanel(one) && !isFact(one));
  const isJudged = judged !== undefined || isMeasured || hasFindings;
  const status = statusOf(failed.length, review.runs_total, isJudged);
  const spent = chaired?.tokens;
  const cost = spent && prices ? costOf(spent, prices) : null;
  const end: Partial<ReviewRow> = {
    status,
    score: judged?.score.raw ?? null,
    judge: judge ?? last?.judge ?? null,
    ai_live: last?.ai_live ?? review.ai_live,
    completed_at: at,
    ...(chaired && { conclusion: chaired.conclusion }),
    ...(spent && {
      tokens: sumOf([review.tokens, spent]) ?? spent,
      cost_microdollars: cost === null ? (review.cost_microdollars ?? null) : (review.cost_microdollars ?? 0) + cost,
    }),
    ...endedAs(status, failed[0], findings),
  };
  const ended: Write = {
    update: keys.review(ws, review.id),
    set: { ...end, updated_at: at },
    remove: [...OWED, 'attempts', 'claimed_until'],
    when: [
      ['=', 'completed_at', null],
      ['absent', 'deleted_at'],
    ],
  };
  // Facts alone were refunded as they began.
  const isRefunded = (status === 'failed' || status === 'not_judged') && !review.facts_only;
  const back = isRefunded ? refundOf(ws, { ...review, ...end }, runs, at) : [];
  const whole = wholeOf(ws, { row: { ...review, ...end }, runs, findings });
  const thread = threadWrites(whole, judged && { ...judged, calibrator }, at);
  const spend = spendWrites(ws, review.id, { month: review.spend_month, tokens: spent ?? null, cost });
  const lost = await table.failedWrites([ended, ...back, ...thread, ...spend]);
  if (lost.length === 0) return true;
  if (lost.includes(0)) return false;
  // The wallet is gone with its workspace, the day's refunds are used up, or the thread is full or gone: the review ends
  // all the same.
  const isLost = (from: number, count: number) => lost.some((index) => index >= from && index < from + count);
  const rest = [...(isLost(1, back.length) ? [] : back), ...(isLost(1 + back.length, thread.length) ? [] : thread)];
  return (await table.failedWrites([ended, ...rest, ...spend])).length === 0;
};

/** After a run: rules end a review at once, a model closes it with one more call, in a separate invocation. */
export const endOrClose = async (
  table: Table,
  ids: ReviewIds,
  judge: Judge | null,
  ai_live: boolean,
): Promise<void> => {
  if (!ai_live) {
    await endReview(table, ids, { judge: judge ?? undefined });
    return;
  }
  if (!(await readEndable(table, ids.ws, ids.review))) return;
  await putOff(table, keys.review(ids.ws, ids.review), 'end-review', queuedIn(0));
};

/** A single finding needs no order. */
const MIN_CHAIRED = 2;

interface Panel {
  content: Content | undefined;
  facts: Facts | undefined;
  runs: RunRow[];
  findings: FindingRow[];
}

/** The chair's conclusion; `putOff` if the model is busy, undefined if there is nothing to conclude. */
const close = async (
  { table, objects }: RunNeeds,
  model: Model,
  row: ReviewRow,
  ids: ReviewIds,
  { content, facts, runs, findings: all }: Panel,
  remainingMs: () => number,
): Promise<Chaired | 'putOff' | undefined> => {
  const findings = all.filter((one) => !isOfPanel(one) && !isFact(one));
  if (findings.length < MIN_CHAIRED || !runs.some(({ ai_live }) => ai_live)) return undefined;
  const claimed = await claimStep(table, row, ids, 'end-review', runTimes(model.settings).leaseMs);
  if (!claimed) return 'putOff';
  const byRule = { conclusion: concludeByRule(runs, findings, said('chair_failed')), tokens: null };
  if (!content || claimed.attempts > MAX_STEP_ATTEMPTS) return byRule;
  const signal = askSignal(model.settings, remainingMs);
  const { brief } = row;
  const marks = marksOf(row.id);
  const pictures = await tryPictures(content, objects);
  const examples = await readExamples(table, ids.ws, row.examples);
  const chaired: Chaired =
    pictures instanceof ModelBusy
      ? { ...byRule, busy: pictures }
      : await askChair(model, { content, pictures, facts, brief, examples, marks, signal, runs, findings });
  if (!chaired.busy || claimed.attempts === MAX_STEP_ATTEMPTS) return chaired;
  await putOffStep(table, ids, 'end-review', chaired.busy, runSpend(row, model, chaired.tokens));
  return 'putOff';
};

/** Asks the panel again without orders to reviewers, if the content has any, and then the chair. */
const askLast = async (needs: RunNeeds, row: ReviewRow, ids: ReviewIds, remainingMs: () => number) => {
  const { table, model } = needs;
  if (!model?.live) return undefined;
  const kept = [keys.reviewContent, keys.reviewFacts].map((record) => record(ids.ws, ids.review));
  const [rows, [contentRow, factsRow]] = await Promise.all([
    readPanel(table, ids),
    table.getEach(kept, { consistent: true }),
  ]);
  const content = contentRow && contentRows.parse(contentRow).content;
  const panel = { ...rows, facts: factsRow && factsRows.parse(factsRow).facts };
  const cleaned = content && withoutOrders(content);
  if (!cleaned || cleaned.count === 0) return close(needs, model, row, ids, { content, ...panel }, remainingMs);
  const cleanRow = { ...row, brief: withoutOrdersIn(row.brief) };
  const cleanPanel = { ...panel, facts: withoutQuotes(panel.facts) };
  if (row.asked_again !== 'done' && rows.runs.some(isJudgedByModel)) {
    await askAgain(needs, model, cleanRow, ids, { ...cleanPanel, cleaned }, remainingMs);
    return 'putOff';
  }
  return close(needs, model, cleanRow, ids, { content: cleaned.content, ...cleanPanel }, remainingMs);
};

export const endReviewLater = async (
  needs: RunNeeds,
  key: Key,
  { remainingMs }: Pick<Delivery, 'remainingMs'>,
): Promise<void> => {
  const { table } = needs;
  const [ws, review] = requireIds(keys.review, key);
  const ids = { ws, review };
  const [found, workspace] = await table.getEach([keys.review(ws, review), keys.workspace(ws)], { consistent: true });
  const row = ifOpen(found);
  if (!row || !workspace || isSiteDeleted(workspace, row.widget_site_id)) return;
  // A run that finished meanwhile has made the end due.
  const when: readonly Test[] = [['=', 'runs_done', row.runs_done]];
  if (await putOffWhileDeleted(table, workspace, key, 'end-review', when)) return;
  if (isEndable(row)) {
    const chaired = await askLast(needs, row, ids, remainingMs);
    if (chaired === 'putOff') return;
    if (await endReview(table, ids, { chaired, prices: needs.model && pricesOf(needs.model.settings) })) return;
  }
  // Less and less often.
  const later = scheduledAt(now() + Math.max(END_DUE_MS, now() - row.updated_at));
  await putOff(table, key, 'end-review', later, { when });
};
