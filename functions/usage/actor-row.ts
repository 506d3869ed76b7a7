import { ttlAt } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { scratchKeys, usageKey } from '../kit/table/keys.ts';
import { requireIds } from '../kit/table/record.ts';
import type { Item, StoredRow, Write } from '../kit/table/table.ts';
import { type Days, packDays, unpackDays } from './days.ts';
import { endOfUse } from './window.ts';

/** All that one person, site or agent used. */
export interface ActorUsage {
  actor: string;
  days: Days;
  /** Of a user; removed by an erasure. */
  email: string | undefined;
  /** Each write is based on the one before; undefined if there is none. */
  version: string | undefined;
}

export const unused = (actor: string): ActorUsage => ({ actor, days: new Map(), email: undefined, version: undefined });

export const readActor = (row: StoredRow): ActorUsage => {
  const { days, email } = row;
  return {
    actor: requireIds(scratchKeys.usage, row)[1],
    days: days instanceof Uint8Array ? unpackDays(days) : new Map(),
    email: typeof email === 'string' ? email : undefined,
    version: versionOf(row),
  };
};

export const versionOf = ({ version }: Item): string | undefined => (typeof version === 'string' ? version : undefined);

export const isVersion = (version: string | undefined): readonly Test[] =>
  version === undefined ? [['absent', 'pk']] : [['=', 'version', version]];

export const actorItem = ({ actor, days, email }: ActorUsage): StoredRow => {
  const last = [...days.keys()].sort().at(-1);
  return {
    ...usageKey(actor),
    days: packDays(days),
    ...(email !== undefined && { email }),
    version: newId(),
    ...(last !== undefined && { ttl: ttlAt(endOfUse(last)) }),
  };
};

/** Fails if the row was written since it was read. */
export const putActor = (usage: ActorUsage): Write => ({
  in: 'scratch',
  put: actorItem(usage),
  when: isVersion(usage.version),
});
