import { createHash } from 'node:crypto';
import { isSiteDeleted } from '../../kit/access/membership.ts';
import { now } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Test } from '../../kit/table/expression.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { requireIds } from '../../kit/table/record.ts';
import type { Table } from '../../kit/table/table.ts';
import { putOff, putOffWhileDeleted, queuedIn } from '../../owed/put-off.ts';
import { factsRows } from '../read/kept-facts.ts';
import { withoutOrders, withoutOrdersIn, withoutQuotes } from '../read/orders.ts';
import { contentRows, type ReviewIds, ReviewRow } from '../rows.ts';
import { type Blind, type PersonaAsRun, runRows } from '../run-rows.ts';
import { spendWrites } from '../spend/monthly-spend.ts';
import { isHeld, leased } from './claim-step.ts';
import { readExamples } from './example-sets.ts';
import type { RunSpend } from './run-spend.ts';

export interface RunIds extends ReviewIds {
  persona: string;
}

export const runIdsOf = (key: Key): RunIds => {
  const [ws, review, persona] = requireIds(keys.reviewRun, key);
  return { ws, review, persona };
};

/** The same for the same text, so that recorded answers fit. */
export const seedOf = (persona: PersonaAsRun, text: string): number =>
  createHash('sha256')
    .update(JSON.stringify([persona.name, persona.evaluation_dimensions.map(({ name }) => name), text]))
    .digest()
    .readUInt32BE(0);

/** No other worker asks a model meanwhile. Undefined if there is nothing to do. */
export const claimRun = async (table: Table, { ws, review, persona }: RunIds, leaseMs: number) => {
  const key = keys.reviewRun(ws, review, persona);
  const wanted = [keys.review, keys.reviewContent, keys.reviewFacts].map((record) => record(ws, review));
  const [runRow, workspace, reviewRow, contentRow, factsRow] = await table.getEach(
    [key, keys.workspace(ws), ...wanted],
    { consistent: true },
  );
  if (runRow?.job !== 'run-persona' || !reviewRow || !contentRow || !workspace) return undefined;
  if (reviewRow.deleted_at !== undefined || isSiteDeleted(workspace, reviewRow.widget_site_id)) return undefined;
  if (await putOffWhileDeleted(table, workspace, key, 'run-persona')) return undefined;
  const read = runRows.parse(runRow);
  if (isHeld(read)) return undefined;
  const claim = newId();
  const taken = { attempts: read.attempts + 1, state: 'running' } as const;
  const isClaimed = await putOff(table, key, 'run-persona', leased(leaseMs), {
    set: { claim, ...taken },
    // Each claim counts an attempt: of two workers that read the same count, the second fails.
    when: [['=', 'attempts', read.attempts]],
  });
  if (!isClaimed) return undefined;
  const { content } = contentRows.parse(contentRow);
  const parts = { brief: true, asked_again: true, previous_id: true, runs_total: true, examples: true } as const;
  const of = ReviewRow.pick(parts).parse(reviewRow);
  const facts = factsRow && factsRows.parse(factsRow).facts;
  return {
    claim,
    run: { ...read, ...taken },
    ...(of.asked_again
      ? {
          content: withoutOrders(content).content,
          facts: withoutQuotes(facts),
          of: { ...of, brief: withoutOrdersIn(of.brief) },
        }
      : { content, facts, of }),
    examples: await readExamples(table, ws, of.examples),
    isFirst: reviewRow.status === 'queued',
  };
};

/** Best effort: the first outcome sets it, too. */
export const showRunning = (table: Table, { ws, review }: RunIds): Promise<boolean> =>
  table.tryUpdate(keys.review(ws, review), { status: 'running', updated_at: now() }, [
    ['=', 'status', 'queued'],
    ['absent', 'deleted_at'],
  ]);

export const isClaimedBy = (claim: string): readonly Test[] => [
  ['=', 'claim', claim],
  ['=', 'job', 'run-persona'],
];

export const putOffRun = async (
  table: Table,
  { ws, review, persona }: RunIds,
  claim: string,
  waitMs: number,
  { attempt, total }: RunSpend,
  blind: Blind | undefined,
): Promise<void> => {
  const later = queuedIn(waitMs);
  await putOff(table, keys.reviewRun(ws, review, persona), 'run-persona', later, {
    set: { state: 'queued', ...total, claim: null, claimed_until: later.set.due_at, ...(blind && { blind }) },
    when: [['=', 'claim', claim]],
    with: spendWrites(ws, review, attempt),
  });
};
