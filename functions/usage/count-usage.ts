import type { AttributeValue, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { DAY, dayOf, now, ttlAt } from '../kit/clock.ts';
import { isId } from '../kit/ids.ts';
import { batchLambda } from '../kit/lambda.ts';
import { logBug } from '../kit/log.ts';
import type { Image } from '../kit/table/image.ts';
import { keys, scratchKeys, usageKey } from '../kit/table/keys.ts';
import { pause } from '../kit/table/patience.ts';
import { requireIds } from '../kit/table/record.ts';
import { sharedTable, type Table, type Write } from '../kit/table/table.ts';
import { type ActorUsage, putActor, readActor, unused } from './actor-row.ts';
import { addCounts, noCounts, type UsageKind } from './days.ts';
import { currentTops, rankAgain } from './top.ts';
import { type UsageWindow, windowEnding } from './window.ts';

interface Use {
  /** A row that was counted is counted once. */
  row: string;
  actor: string;
  day: string;
  counts: Partial<Record<UsageKind, number>>;
  itemIdentifier: string;
}

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
/** Others count at the same time. */
const ATTEMPTS = 20;

/** Each record's mark, and each actor's row with the check of their address. */
const writesFor = (uses: readonly Use[]) => uses.length + 2 * new Set(uses.map(({ actor }) => actor)).size;

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

const readActors = async (table: Table, uses: readonly Use[]): Promise<ActorUsage[]> => {
  const actors = [...new Set(uses.map(({ actor }) => actor))];
  const rows = await table.getMany(actors.map(usageKey), { in: 'scratch', consistent: true });
  const known = new Map(rows.map(readActor).map((usage) => [usage.actor, usage]));
  return actors.map((actor) => known.get(actor) ?? unused(actor));
};

/** A user's address is on their own row, which is read once a day. Only those that aren't stored yet. */
const newAddresses = async (table: Table, usages: readonly ActorUsage[]): Promise<Map<string, string>> => {
  const today = dayOf(now());
  const asked = usages.filter(({ actor, email, days }) => isId(actor) && (email === undefined || !days.has(today)));
  const users = await table.getMany(
    asked.map(({ actor }) => keys.user(actor)),
    { consistent: true },
  );
  const stored = new Map(asked.map(({ actor, email }) => [actor, email]));
  return new Map(
    users.flatMap((row) => {
      const [user] = requireIds(keys.user, row);
      return typeof row.email === 'string' && row.email !== stored.get(user) ? [[user, row.email] as const] : [];
    }),
  );
};

const withUses = (usage: ActorUsage, uses: readonly Use[], { from }: UsageWindow): ActorUsage => {
  const days = new Map([...usage.days].filter(([day]) => day >= from));
  for (const { actor, day, counts } of uses) {
    if (actor === usage.actor && day >= from) days.set(day, addCounts({ ...noCounts(), ...days.get(day) }, counts));
  }
  return { ...usage, days };
};

/** Done if all are counted, by this delivery or another, and the lists of the most active know it. */
const count = async (table: Table, uses: readonly Use[]): Promise<void> => {
  let open = uses;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    if (tries > 0) await pause(tries);
    const window = windowEnding(now());
    const tops = await currentTops(table, window);
    let usages = await readActors(table, uses);
    if (open.length > 0) {
      const addresses = await newAddresses(table, usages);
      const isOpen = new Set(open.map(({ actor }) => actor));
      usages = usages.map((usage) =>
        isOpen.has(usage.actor)
          ? { ...withUses(usage, open, window), email: addresses.get(usage.actor) ?? usage.email }
          : usage,
      );
      const failed = await table.failedWrites([
        ...marks(open, now()),
        ...usages.filter(({ actor }) => isOpen.has(actor)).map(putActor),
        // An erasure removes it there first.
        ...[...addresses].map(([user, email]): Write => ({ check: keys.user(user), when: [['=', 'email', email]] })),
      ]);
      open = failed.length > 0 ? open.filter((_, index) => !failed.includes(index)) : [];
      if (failed.length > 0) continue;
    }
    if (await rankAgain(table, tops, usages, window)) return;
  }
  throw new Error('Others count the same actors.');
};

/** Each record once, however often it is delivered. */
export const countUsage = batchLambda(async (event: DynamoDBStreamEvent) => {
  const uses = new Map(event.Records.flatMap((record) => useIn(record) ?? []).map((use) => [use.row, use]));
  const failed: string[] = [];
  for (const part of partsOf([...uses.values()])) {
    try {
      await count(sharedTable(), part);
    } catch (error) {
      logBug('count usage', error);
      failed.push(...part.map(({ itemIdentifier }) => itemIdentifier));
    }
  }
  return failed;
});
