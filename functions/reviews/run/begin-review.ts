import { now } from '../../kit/clock.ts';
import { keys } from '../../kit/table/keys.ts';
import { allOf } from '../../kit/table/record.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { DELAYS, OWED, owed } from '../../owed/jobs.ts';
import { refund } from '../../wallet/movement.ts';
import type { Briefed } from '../ask/ask-brief.ts';
import type { Facts } from '../ask/model/model.ts';
import { findingRows } from '../finding-rows.ts';
import { countMeasured, findingsOfFacts } from '../judge/fact-findings.ts';
import { readPanel } from '../panel-rows.ts';
import { packFacts } from '../read/kept-facts.ts';
import { END_DUE_MS, type ReviewIds, type ReviewRow } from '../rows.ts';
import type { RunRow } from '../run-rows.ts';
import { reservedOf, spendWrites } from '../spend/monthly-spend.ts';
import { endReview } from './end-review.ts';
import type { RunNeeds } from './needs.ts';
import { runSpend, stepTotal } from './run-spend.ts';

const BRIEF_OWED = [
  ['=', 'job', 'brief-review'],
  ['absent', 'deleted_at'],
] as const;

export interface Beginning {
  facts: Facts;
  /** Whether they are kept already. */
  isKept: boolean;
  briefed: Partial<Briefed> & Pick<ReviewRow, 'examples'>;
  /** Nothing is read that the stage's model could judge: facts answer alone, without a charge. */
  isUnasked?: boolean;
}

const refundOf = (row: ReviewRow, runs: readonly RunRow[], { ws, review }: ReviewIds, at: number): Write[] => [
  ...refund(ws, review, row.charged_cents, at),
  ...spendWrites(ws, review, { released: reservedOf(runs) }),
];

/** By rule, the notes that were made from the facts of the review that this one repeats: none is filed twice. */
const notesOfFacts = async (table: Table, ws: string, previous: string | undefined) => {
  const { items } = previous
    ? await table.query({
        ...allOf(keys.finding, ws, previous),
        consistent: true,
      })
    : { items: [] };
  const filed = findingRows.among(items);
  return new Map(
    filed.flatMap(({ rule, annotation_id }) => (rule && annotation_id ? [[rule, { annotation_id }] as const] : [])),
  );
};

/**
 * Lets the panel begin, with the findings that are facts. Without a model these are all, and the review ends at once.
 */
export const beginReview = async (
  needs: RunNeeds,
  row: ReviewRow,
  ids: ReviewIds,
  { facts, isKept, briefed, isUnasked = false }: Beginning,
): Promise<void> => {
  const { table } = needs;
  const model = isUnasked ? undefined : needs.model;
  const { ws, review } = ids;
  const at = now();
  const key = keys.review(ws, review);
  const { brief, examples, tokens = null, transcripts = [] } = briefed;
  const spend = model && runSpend(row, model, tokens);
  const { runs } = await readPanel(table, ids);
  const notes = await notesOfFacts(table, ws, row.previous_id);
  const findings = findingsOfFacts({
    ...{ review, facts, at, runs },
    size: row.facts,
  }).map((finding) => ({ ...finding, ...notes.get(finding.rule ?? '') }));
  const done = { state: 'done', ai_live: false, finished_at: at, samples_asked: 0 };
  const hasBegun = await table.tryTransact([
    {
      update: key,
      set: {
        ...owed('end-review', key, at + END_DUE_MS),
        measured: countMeasured(facts),
        ...(!model && { basis: 'facts', ai_live: false, runs_done: runs.length, status: 'running' }),
        ...(brief && { brief }),
        ...(examples && { examples }),
        ...(spend && stepTotal(spend)),
      },
      remove: [...DELAYS, 'attempts', 'claimed_until', ...(model ? ['basis'] : [])],
      when: BRIEF_OWED,
    },
    ...(spend ? spendWrites(ws, review, spend.attempt) : []),
    ...(isUnasked ? refundOf(row, runs, ids, at) : []),
    ...(isKept ? [] : [{ put: { ...keys.reviewFacts(ws, review), facts: packFacts(facts) } }]),
    ...(transcripts.length > 0 ? [{ update: keys.reviewContent(ws, review), set: { transcripts } }] : []),
    ...findings.map((finding): Write => ({ put: { ...keys.finding(ws, review, finding.id), ...finding } })),
    ...runs.map(({ persona_id }): Write => {
      const run = keys.reviewRun(ws, review, persona_id);
      return {
        update: run,
        ...(model ? { set: owed('run-persona', run, at) } : { set: done, remove: OWED }),
        when: [['exists', 'pk']],
      };
    }),
  ]);
  if (hasBegun && !model) await endReview(table, ids);
};
