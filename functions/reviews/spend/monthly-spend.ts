import * as z from 'zod';
import { monthOf } from '../../kit/clock.ts';
import { conflict } from '../../kit/errors.ts';
import { timeOfId } from '../../kit/ids.ts';
import { keys } from '../../kit/table/keys.ts';
import { findNumberAt } from '../../kit/table/record.ts';
import { rowsAs } from '../../kit/table/rows.ts';
import type { Item, Write } from '../../kit/table/table.ts';
import type { ReviewRow } from '../rows.ts';
import type { RunRow, Tokens } from '../run-rows.ts';
import { estimateTokens, typicalSize } from './estimate.ts';
import { costOf, fromCents, toCents } from './prices.ts';
import type { StageModel } from './stage-model.ts';

const Count = z.number().int().default(0);

/** Tokens and cost of a workspace's reviews by a live model in a month. */
export const ModelSpendRow = z.object({
  input: Count,
  cached: Count,
  output: Count,
  /** Micro-dollars, estimates of running reviews included. */
  committed: Count,
  /** Of those, the estimates. */
  reserved: Count,
});
export type ModelSpendRow = z.infer<typeof ModelSpendRow>;
export const modelSpendRows = rowsAs(keys.modelSpend, () => ModelSpendRow);

interface Spend {
  /** Absent for the month in which the review was requested. */
  month?: string | undefined;
  tokens?: Tokens | null;
  /** Micro-dollars. */
  cost?: number | null | undefined;
  /** Micro-dollars of an estimate that no longer count. */
  released?: number | undefined;
}

const nonZero = (add: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(add).filter(([, count]) => count !== 0));

/** Belongs in the transaction that ends what was paid for. */
export const spendWrites = (ws: string, review: string, { month, tokens, cost, released = 0 }: Spend): Write[] => {
  const { input = 0, cached = 0, output = 0 } = tokens ?? {};
  const add = nonZero({ input, cached, output, committed: (cost ?? 0) - released, reserved: -released });
  if (Object.keys(add).length === 0) return [];
  return [{ update: keys.modelSpend(ws, month ?? monthOf(timeOfId(review))), add }];
};

type Planned = Pick<ReviewRow, 'id' | 'input_type' | 'source' | 'url' | 'previous_id' | 'facts' | 'runs_total'>;

/** In tokens and, if the model has prices, in micro-dollars. */
export const estimateReview = (planned: Planned, { samples, prices }: StageModel) => {
  const { input_type, source, url, previous_id, facts, runs_total } = planned;
  const size = facts ? { characters: facts.characters, pictures: facts.pictures.length } : typicalSize(input_type);
  // Texts and uploads are judged as they were.
  const compares = previous_id !== undefined && source === 'content' && url !== null;
  const tokens = estimateTokens({ ...size, personas: runs_total, samples, again: facts?.gives_orders, compares });
  return { tokens, cost: prices && costOf(tokens, prices) };
};

export const monthlyLimitOf = (workspace: Item | undefined): number | undefined => {
  const cents = workspace?.monthly_model_limit_cents;
  return typeof cents === 'number' ? cents : undefined;
};

const dollars = (cents: number): string => (cents / 100).toFixed(2);

interface Reserving {
  ws: string;
  workspace: Item | undefined;
  review: Planned;
  model: StageModel | undefined;
  /** Absent for the month in which the review is requested. */
  month?: string;
}

/**
 * Counts a review's estimate before it starts, and refuses it above the workspace's monthly limit: of reviews that
 * start at once, none gets past it. Nothing without a limit or without prices.
 */
export const reserveSpend = ({ ws, workspace, review, model, month }: Reserving) => {
  const limit = monthlyLimitOf(workspace);
  const cost = model && limit !== undefined ? estimateReview(review, model).cost : null;
  if (limit === undefined || cost === null) return undefined;
  const refusal = () =>
    conflict('monthly_limit', { limit: dollars(limit), estimate: dollars(Math.ceil(toCents(cost))) });
  const most = fromCents(limit) - cost;
  const write: Write = {
    update: keys.modelSpend(ws, month ?? monthOf(timeOfId(review.id))),
    add: { committed: cost, reserved: cost },
    // An absent row has spent nothing.
    when: [most < 0 ? ['<', 'committed', 0] : ['any', [[['absent', 'committed']], [['<=', 'committed', most]]]]],
    else: refusal,
  };
  return { cost, write };
};

/** Micro-dollars that are still reserved for runs; undefined if none are. */
export const reservedOf = (runs: readonly Item[]): number | undefined => {
  const parts = runs.flatMap((run) => findNumberAt(run, 'reserved_microdollars') ?? []);
  return parts.length > 0 ? parts.reduce((sum, part) => sum + part) : undefined;
};

/** Parts of a reservation, one for each run, that add up to it. */
export const shareOut = (cost: number, runs: readonly RunRow[]): RunRow[] =>
  runs.map((run, at) => {
    const until = (count: number) => Math.floor((cost * count) / runs.length);
    return { ...run, reserved_microdollars: until(at + 1) - until(at) };
  });
