import { isDeepStrictEqual } from 'node:util';
import { keys } from '../../kit/table/keys.ts';
import { allOf, requireIds } from '../../kit/table/record.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import type { StoredCard } from '../../personas/schema.ts';
import type { LabelRow } from '../rating-rows.ts';
import { MAX_CARDS } from '../workspace-calibration.ts';
import type { Checked } from './calibration/folds.ts';
import { type Card as Agreement, cardOf, type Estimate, stricterCard } from './calibration/metrics.ts';

/** Another judge's verdict replaces a persona's card. `rated_at` is of its newest label. */
type Card = StoredCard & { judge: string; rated_at: number };
export type Cards = Readonly<Record<string, Card>>;

export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
const roundedFigures = ({ figures }: Agreement): StoredCard['figures'] => {
  if (!figures) return null;
  const toRounded = ({ value, interval }: Estimate) => ({ value: rounded(value), interval: interval.map(rounded) });
  const { ece, brier, spearman, qwk } = figures;
  return {
    ece: { value: rounded(ece.value) },
    brier: toRounded(brier),
    spearman: toRounded(spearman),
    qwk: toRounded(qwk),
  };
};

const cardIn = (found: readonly Checked<LabelRow>[]) =>
  cardOf(found.map(({ label, judged }) => ({ p_useful: judged.p_useful, score: judged.rating, rating: label.rating })));

interface HeldOut {
  checked: readonly Checked<LabelRow>[];
  byRater: () => readonly Checked<LabelRow>[] | undefined;
}

/** From labels that were judged without their reviews and, if there are enough raters, without their raters. */
export const renewedCards = (before: Cards, { checked, byRater }: HeldOut, judge: string): Cards => {
  const groups = Map.groupBy(checked, ({ label }) => label.persona_id);
  const renewed: Record<string, Card> = { ...before };
  for (const [persona, found] of groups) {
    const rated_at = found.reduce((last, { label }) => Math.max(last, label.rated_at), 0);
    const stands = before[persona];
    if (stands && stands.judge !== judge && rated_at < stands.rated_at) continue;
    const card = cardIn(found);
    const others = card.figures ? byRater()?.filter(({ label }) => label.persona_id === persona) : undefined;
    const figures = roundedFigures(others ? stricterCard(card, cardIn(others)) : card);
    renewed[persona] = { n: card.n, figures, judge, rated_at };
  }
  const kept = Object.entries(renewed).sort(([, a], [, b]) => b.rated_at - a.rated_at);
  return Object.fromEntries(kept.slice(0, MAX_CARDS));
};

const publishedIds = async (table: Table, workspace_id: string): Promise<string[]> => {
  const rows = await table.queryAll(allOf(keys.publishedPersona, workspace_id));
  return rows.map((row) => requireIds(keys.publishedPersona, row)[1]);
};

export const showCards = async (table: Table, workspace_id: string, cards: Cards): Promise<void> => {
  const ids = (await publishedIds(table, workspace_id)).filter((id) => cards[id]);
  const rows = await table.getMany(ids.map(keys.marketPersona));
  const writes = rows.flatMap((row): Write[] => {
    const card = cards[requireIds(keys.marketPersona, row)[0]];
    if (!card || row.workspace_id !== workspace_id) return [];
    const shown: StoredCard = { n: card.n, figures: card.figures };
    if (isDeepStrictEqual(row.card, shown)) return [];
    return [{ update: row, set: { card: shown }, when: [['=', 'workspace_id', workspace_id]] }];
  });
  await table.tryEach(writes.map((write) => [write]));
};

export const readCards = async (table: Table, workspace_id: string): Promise<Cards> => {
  const row = await table.get(keys.calibrationCards(workspace_id), { consistent: false });
  return (row?.cards ?? {}) as Cards;
};
