import { isDeepStrictEqual } from 'node:util';
import { keys, workspacePartition } from '../../kit/table/keys.ts';
import type { Item, Table, Write } from '../../kit/table/table.ts';
import { tryTransact } from '../../kit/table/try-transact.ts';
import type { StoredCard } from '../../personas/calibration-card.ts';
import type { LabelRow } from '../rows.ts';
import type { Calibrator } from './calibration/calibrator.ts';
import { cardOf } from './calibration/card.ts';
import { crossJudged } from './calibration/recipe.ts';

/** Keeps the row small: a workspace has 260 personas at most, but may have had more. */
const MOST_CARDS = 300;
const TOGETHER = 20;

/** A card with what it is of: a persona that another judge judged since has that judge's card. */
type Card = StoredCard & { judge: string; newest: string };
export type Cards = Readonly<Record<string, Card>>;

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
const roundedFigures = ({ figures }: ReturnType<typeof cardOf>): StoredCard['figures'] => {
  if (!figures) return null;
  const toRounded = ({ value, interval }: { value: number; interval: readonly number[] }) => ({
    value: rounded(value),
    interval: interval.map(rounded),
  });
  const { ece, brier, spearman, qwk } = figures;
  return { ece: toRounded(ece), brier: toRounded(brier), spearman: toRounded(spearman), qwk: toRounded(qwk) };
};

const isFirst = (id: string, other: string) => id < other;

/** The cards of a workspace after a refit; each persona's card is of the judge that judged it last. */
export const renewedCards = (before: Cards, labels: readonly LabelRow[], prior: Calibrator, judge: string): Cards => {
  const groups = Map.groupBy(crossJudged(labels, prior), ({ label }) => label.persona_id);
  const renewed: Record<string, Card> = { ...before };
  for (const [persona, found] of groups) {
    const newest = found.reduce((last, { label }) => (isFirst(last, label.finding_id) ? label.finding_id : last), '');
    const stands = before[persona];
    if (stands && stands.judge !== judge && isFirst(newest, stands.newest)) continue;
    const card = cardOf(found.map(({ label, judged }) => ({ ...judged, rating: label.rating })));
    renewed[persona] = { n: card.n, figures: roundedFigures(card), judge, newest };
  }
  const kept = Object.entries(renewed).sort(([, a], [, b]) => (isFirst(a.newest, b.newest) ? 1 : -1));
  return Object.fromEntries(kept.slice(0, MOST_CARDS));
};

const publishedIds = async (table: Table, workspace_id: string): Promise<string[]> => {
  const ids: string[] = [];
  let after: Item | undefined;
  do {
    const page = await table.query({
      partition: workspacePartition(workspace_id),
      sort: ['begins_with', keys.publishedPersona(workspace_id, '').sk],
      after,
    });
    ids.push(...page.items.map(({ id }) => String(id)));
    after = page.last;
  } while (after);
  return ids;
};

/** Puts cards onto what the workspace has published, where they are not there yet. */
export const showCards = async (table: Table, workspace_id: string, cards: Cards): Promise<void> => {
  const ids = (await publishedIds(table, workspace_id)).filter((id) => cards[id]);
  const rows = ids.length > 0 ? await table.getMany(ids.map((id) => keys.marketPersona(id))) : [];
  const writes = rows.flatMap((row): Write[] => {
    const card = cards[String(row.id)];
    if (!card || row.workspace_id !== workspace_id) return [];
    const shown: StoredCard = { n: card.n, figures: card.figures };
    if (isDeepStrictEqual(row.card, shown)) return [];
    const when: Write['when'] = [['=', 'workspace_id', workspace_id]];
    return [{ update: keys.marketPersona(String(row.id)), set: { card: shown }, when }];
  });
  for (let start = 0; start < writes.length; start += TOGETHER) {
    await Promise.all(writes.slice(start, start + TOGETHER).map((write) => tryTransact(table, [write])));
  }
};
