import type { Scope } from '../actor.ts';
import { DAY, SECOND, ttlAt } from '../clock.ts';
import { tooManyRequests } from '../errors.ts';
import { scratchKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Upload addresses without a size per workspace and day: each takes up to the 5 GB of any PUT. */
export const MAX_UNSIZED_A_DAY = 200;

/** Counts an upload address that is signed without a size; throws a 429 beyond the day's limit. */
export const countUnsized =
  (table: Table, { scope, now }: { scope: Scope; now: number }) =>
  async (size: number | undefined): Promise<void> => {
    if (size !== undefined) return;
    const day = new Date(now).toISOString().slice(0, 10);
    const ends = Date.parse(`${day}T00:00:00Z`) + DAY;
    const key = scratchKeys.unsizedUploads(scope.workspace_id, day);
    const { count } = await table.count(key, { count: 1 }, { ttl: ttlAt(ends + DAY) });
    if (Number(count) <= MAX_UNSIZED_A_DAY) return;
    throw tooManyRequests('upload_limit', { max: MAX_UNSIZED_A_DAY }, (ends - now) / SECOND);
  };
