import type { Scope } from '../actor.ts';
import { DAY, dayOf, endOfDay, SECOND, ttlAt } from '../clock.ts';
import { tooManyRequests } from '../errors.ts';
import { scratchKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Per workspace. Each takes up to the 5 GB of any PUT. */
export const MAX_UNSIZED_A_DAY = 200;

export const countUnsized =
  (table: Table, { scope, now }: { scope: Scope; now: number }) =>
  async (size: number | undefined): Promise<void> => {
    if (size !== undefined) return;
    const ends = endOfDay(now);
    const key = scratchKeys.unsizedUploads(scope.workspace_id, dayOf(now));
    const { count } = await table.count(key, { count: 1 }, { ttl: ttlAt(ends + DAY) });
    if (Number(count) <= MAX_UNSIZED_A_DAY) return;
    throw tooManyRequests('upload_limit', { max: MAX_UNSIZED_A_DAY }, (ends - now) / SECOND);
  };
