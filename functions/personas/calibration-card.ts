import * as z from 'zod';
import type { Call } from '../kit/http/serve.ts';
import { keys } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';

const Estimate = z.object({
  value: z.number(),
  interval: z.array(z.number()).length(2).meta({ description: '95% interval' }),
});

const Figures = z.object({
  ece: Estimate.meta({ description: 'Expected calibration error of p_useful' }),
  brier: Estimate.meta({ description: 'Brier score of p_useful' }),
  spearman: Estimate.meta({ description: 'Rank correlation of score and rating' }),
  qwk: Estimate.meta({ description: 'Quadratic weighted kappa of score and rating' }),
});

/** How well a persona's scores agree with people's ratings, on the wire. */
export const PersonaCalibration = z.object({
  labels: z.number().int().meta({ description: 'Number of ratings of its findings' }),
  figures: Figures.nullable().meta({
    description: 'null under 30 ratings. Measured on held-out findings',
  }),
});

/** The same in rows. */
export const StoredCard = z.object({ n: z.number().int(), figures: Figures.nullable() });
export type StoredCard = z.infer<typeof StoredCard>;

const Cards = z.record(z.string(), StoredCard);

export const presentCard = (card: StoredCard | undefined): z.input<typeof PersonaCalibration> => ({
  labels: card?.n ?? 0,
  figures: card?.figures ?? null,
});

/** The cards of the caller's workspace, by persona. */
export const cardStore = (table: Table, call: Call) => ({
  all: async (): Promise<ReadonlyMap<string, StoredCard>> => {
    const row = await table.get(keys.calibrationCards(call.scope.workspace_id), { consistent: false });
    return new Map(Object.entries(row ? Cards.parse(row.cards) : {}));
  },
});
