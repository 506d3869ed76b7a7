import type { AttributeValue, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { DAY, now, ttlAt } from '../kit/clock.ts';
import { batchLambda } from '../kit/lambda.ts';
import { logBug } from '../kit/log.ts';
import { scratchKeys, usageKey } from '../kit/table/keys.ts';
import { openTable, type Table, type Write } from '../kit/table/table.ts';
import { counterOf, monthCounterOf, type UsageKind } from './counters.ts';
import { dayOf, endOfUse, monthOf } from './window.ts';

interface Use {
  /** A row that was counted is counted once. */
  row: string;
  actor: string;
  day: string;
  counts: Partial<Record<UsageKind, number>>;
  itemIdentifier: string;
}

type Image = Record<string, AttributeValue>;

const numberIn = (value: AttributeValue | undefined): number | undefined => {
  const number = Number(value?.N ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const isAudit = ({ pk, action }: Image) => action?.S !== undefined && (pk?.S ?? '').includes('#AUDIT#');

const countsOf = (before: Image | undefined, after: Image): { at: number | undefined; counts: Use['counts'] } => {
  if (!before && isAudit(after)) {
    const runs = numberIn(after.target?.M?.runs);
    return { at: numberIn(after.created_at), counts: { writes: 1, ...(runs !== undefined && { runs }) } };
  }
  if (before && after.mail_state?.S === 'sent' && before.mail_state?.S !== 'sent') {
    return { at: numberIn(after.settled_at), counts: { mails: 1 } };
  }
  return { at: undefined, counts: {} };
};

const useIn = ({ dynamodb = {} }: DynamoDBRecord): Use | undefined => {
  const { OldImage: before, NewImage: after, SequenceNumber: itemIdentifier = '' } = dynamodb;
  const actor = after?.caused_by?.S;
  if (!after || !actor) return undefined;
  const { at, counts } = countsOf(before, after);
  if (at === undefined) return undefined;
  return { row: `${after.pk?.S} ${after.sk?.S}`, actor, day: dayOf(at), counts, itemIdentifier };
};

/** DynamoDB's limit for a transaction. */
const MAX_WRITES = 100;
/** A stream keeps its records for a day; the margin covers records that are replayed later. */
const REMEMBERED = 7 * DAY;

const counterRow = ({ actor, day }: Use) => `${monthOf(day)} ${actor}`;

const writesFor = (uses: readonly Use[]) => uses.length + new Set(uses.map(counterRow)).size;

/** In the order of the stream, each small enough for one transaction. */
const partsOf = (uses: readonly Use[]): Use[][] => {
  const parts: Use[][] = [];
  for (const use of uses) {
    const last = parts.at(-1);
    if (last && writesFor([...last, use]) <= MAX_WRITES) last.push(use);
    else parts.push([use]);
  }
  return parts;
};

const marks = (uses: readonly Use[], at: number) =>
  uses.map(
    ({ row }): Write => ({
      in: 'scratch',
      put: { ...scratchKeys.counted(row), ttl: ttlAt(at + REMEMBERED) },
      when: [['absent', 'pk']],
    }),
  );

const additions = (uses: readonly Use[]): Write[] =>
  Object.values(Object.groupBy(uses, counterRow)).flatMap((same = []) => {
    const [first] = same;
    if (!first) return [];
    const add: Record<string, number> = {};
    for (const { day, counts } of same) {
      for (const [kind, count] of Object.entries(counts)) {
        const names = [counterOf(kind as UsageKind, day), monthCounterOf(kind as UsageKind)];
        for (const name of names) add[name] = (add[name] ?? 0) + count;
      }
    }
    const month = monthOf(first.day);
    const update = usageKey(month, first.actor);
    return [{ in: 'scratch', update, add, set: { ttl: ttlAt(endOfUse(month)) } }];
  });

const count = async (table: Table, uses: readonly Use[]): Promise<void> => {
  let open = uses;
  while (open.length > 0) {
    const failed = await table.failedWrites([...marks(open, now()), ...additions(open)]);
    if (failed.length === 0) return;
    open = open.filter((_, index) => !failed.includes(index));
  }
};

let table: Table | undefined;

/** Each record once, however often it is delivered. */
export const countUsage = batchLambda(async (event: DynamoDBStreamEvent) => {
  table ??= openTable();
  const uses = new Map(event.Records.flatMap((record) => useIn(record) ?? []).map((use) => [use.row, use]));
  const failed: string[] = [];
  for (const part of partsOf([...uses.values()])) {
    try {
      await count(table, part);
    } catch (error) {
      logBug('count usage', error);
      failed.push(...part.map(({ itemIdentifier }) => itemIdentifier));
    }
  }
  return failed;
});
