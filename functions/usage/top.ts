import { DAY, now, ttlAt } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { scratchKeys, usageKey, usagePartition, usageParts } from '../kit/table/keys.ts';
import type { StoredRow, Table, Write } from '../kit/table/table.ts';
import { type ActorUsage, isVersion, readActor, versionOf } from './actor-row.ts';
import { totalOf, type UsageKind, usageKinds } from './days.ts';
import { endOfUse, type UsageWindow } from './window.ts';

const TOP = 10;

export interface Ranked {
  actor: string;
  count: number;
  email: string | undefined;
}

/** The most active of a window that starts on this day. Until the next day, totals only grow. */
interface Top {
  kind: UsageKind;
  from: string;
  ranked: readonly Ranked[];
  version: string | undefined;
}

const PARTITION = scratchKeys.usageTop('').pk;

const isText = (value: unknown): value is string => typeof value === 'string';

const readTop = (kind: UsageKind, row: StoredRow | undefined): Top => {
  const entries = Array.isArray(row?.ranked) ? (row.ranked as unknown[][]) : [];
  return {
    kind,
    from: isText(row?.from) ? row.from : '',
    ranked: entries.flatMap(([actor, count, email]) =>
      isText(actor) && typeof count === 'number' ? [{ actor, count, email: isText(email) ? email : undefined }] : [],
    ),
    version: row && versionOf(row),
  };
};

const readTops = async (table: Table): Promise<Top[]> => {
  const { items } = await table.query({ in: 'scratch', partition: PARTITION, consistent: true });
  const byKind = new Map(items.map((row) => [row.sk, row]));
  return usageKinds.map((kind) => readTop(kind, byKind.get(kind)));
};

/** Ties are in the order of ids. */
const rank = (all: readonly Ranked[]): Ranked[] =>
  all
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.actor < b.actor ? -1 : 1))
    .slice(0, TOP);

const ranking = (kind: UsageKind, ranked: readonly Ranked[], usages: readonly ActorUsage[], window: UsageWindow) => {
  const renewed = new Set(usages.map(({ actor }) => actor));
  const others = ranked.filter(({ actor }) => !renewed.has(actor));
  const own = usages.map(({ actor, days, email }) => ({ actor, count: totalOf(days, window)[kind], email }));
  return rank([...others, ...own]);
};

const isSame = (a: readonly Ranked[], b: readonly Ranked[]) => JSON.stringify(a) === JSON.stringify(b);

const save = async (table: Table, { kind, from, ranked, version }: Top): Promise<string | undefined> => {
  const next = newId();
  const isSaved = await table.putIf(
    {
      ...scratchKeys.usageTop(kind),
      from,
      ranked: ranked.map(({ actor, count, email }) => [actor, count, ...(email === undefined ? [] : [email])]),
      version: next,
      ttl: ttlAt(endOfUse(from)),
    },
    isVersion(version),
    { in: 'scratch' },
  );
  return isSaved ? next : undefined;
};

/** Pages of at most 100 KB, which arrive well within a request's timeout. */
const EVERYONE = { in: 'scratch', consistent: true, limit: 200 } as const;

/** Reads everyone: once a day. */
const rankAll = async (table: Table, window: UsageWindow): Promise<Record<UsageKind, Ranked[]>> => {
  const best: Record<UsageKind, Ranked[]> = { writes: [], runs: [], mails: [] };
  await Promise.all(
    usageParts.map(async (part) => {
      for await (const rows of table.pages({ ...EVERYONE, partition: usagePartition(part) })) {
        const usages = rows.map(readActor);
        for (const kind of usageKinds) best[kind] = ranking(kind, best[kind], usages, window);
      }
    }),
  );
  return best;
};

/** As of a moment after its call; those of a new day are kept for the next reader. */
export const currentTops = async (table: Table, window: UsageWindow): Promise<Top[]> => {
  const tops = await readTops(table);
  if (tops.every(({ from }) => from === window.from)) return tops;
  const best = await rankAll(table, window);
  return Promise.all(
    tops.map(async (top) => {
      const renewed = { ...top, from: window.from, ranked: best[top.kind] };
      return { ...renewed, version: (await save(table, renewed)) ?? top.version };
    }),
  );
};

/**
 * False if another wrote a list since these were read. Rows are read after the lists, so that none replaces a newer
 * entry, or brings back an address that was erased.
 */
export const rankAgain = async (
  table: Table,
  tops: readonly Top[],
  usages: readonly ActorUsage[],
  window: UsageWindow,
): Promise<boolean> => {
  const saved = await Promise.all(
    tops.map(async (top) => {
      const ranked = ranking(top.kind, top.ranked, usages, window);
      return isSame(ranked, top.ranked) || (await save(table, { ...top, ranked })) !== undefined;
    }),
  );
  return saved.every(Boolean);
};

/**
 * Empties the lists, too, which the next reader ranks again: they may name the person, and someone else moves up. A new
 * version refuses the list of a reader that ranked while there was none.
 */
export const removalOf = (actor: string): Write[] => [
  { in: 'scratch', delete: usageKey(actor) },
  ...usageKinds.map(
    (kind): Write => ({
      in: 'scratch',
      update: scratchKeys.usageTop(kind),
      set: { from: '', ranked: [], version: newId(), ttl: ttlAt(now() + DAY) },
    }),
  ),
];
