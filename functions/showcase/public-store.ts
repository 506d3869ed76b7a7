import { randomInt } from 'node:crypto';
import { isReplay, tryTransactOnce } from '../kit/access/idempotency.ts';
import { addressBucket } from '../kit/access/rate-limit.ts';
import { DAY, SECOND, ttlAt } from '../kit/clock.ts';
import { notFound, Refusal, tooManyRequests, unavailable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { currentKeyId, sign } from '../kit/server-keys.ts';
import { passed, type Test } from '../kit/table/expression.ts';
import { keys, scratchKeys } from '../kit/table/keys.ts';
import type { PageRequest } from '../kit/table/page.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { listingKeys } from './listing.ts';
import { type EntryRow, type ReportRow, SlugRow } from './schema.ts';
import { isSlug } from './slug.ts';
import { type Snapshot, unpackSnapshot } from './snapshot.ts';
import { pageOfStanding, queryReports, standingEntries, stillStanding } from './standing.ts';

const MAX_REPORTS = 5;
const KEPT_REPORTS = 50;
const TRIES = 20;

const slotNames = Array.from({ length: MAX_REPORTS }, (_, slot) => `at_${slot}`);

/** Signed: an address can't be found by trying all there are. */
const reporterHash = (slug: string, ip: string): string =>
  sign('showcase-report', `${slug} ${addressBucket(ip)}`, currentKeyId())
    ?.toString('base64url')
    .slice(0, 32) ?? '';

export const publicStore = (table: Table, call: Call) => {
  const findBySlug = async (slug: string): Promise<{ entry: EntryRow; snapshot: Uint8Array } | undefined> => {
    const row = isSlug(slug) ? await table.get(keys.showcase(slug)) : undefined;
    const named = SlugRow.safeParse(row);
    if (!named.success) return undefined;
    const [entry] = await standingEntries(table, [named.data]);
    return entry?.slug === slug ? { entry, snapshot: named.data.snapshot } : undefined;
  };

  /** Five places for each address and entry in 24 hours; then a 429. */
  const slotFor = async (slug: string, ip: string): Promise<Write | Refusal> => {
    const key = scratchKeys.showcaseReports(reporterHash(slug, ip));
    const row: Item = (await table.get(key, { in: 'scratch' })) ?? {};
    const since = call.now - DAY;
    const isFree = (name: string) => typeof row[name] !== 'number' || row[name] <= since;
    const free = slotNames.filter(isFree);
    const name = free[randomInt(Math.max(1, free.length))];
    if (name === undefined) {
      const oldest = Math.min(...slotNames.map((slot) => Number(row[slot])));
      return tooManyRequests('showcase_report_limit', { max: MAX_REPORTS }, (oldest + DAY - call.now) / SECOND);
    }
    return {
      in: 'scratch',
      update: key,
      set: { [name]: call.now, ttl: ttlAt(call.now + 2 * DAY) },
      when: [passed(name, since)],
    };
  };

  const superfluous = async ({ review_id, report_count }: EntryRow): Promise<Write[]> => {
    if (report_count < KEPT_REPORTS) return [];
    const { items } = await queryReports(table, review_id, { newestFirst: true });
    return items.slice(KEPT_REPORTS - 1, KEPT_REPORTS + 30).map((row) => ({ delete: row }));
  };

  const reportWrites = (entry: EntryRow, reason: string): Write[] => {
    const { review_id, workspace_id, slug, state } = entry;
    const report: ReportRow = { id: newId(), reason, reported_at: call.now };
    const review = keys.review(workspace_id, review_id);
    const standing: Test[] = [
      ['absent', 'deleted_at'],
      ['=', 'showcase_slug', slug],
    ];
    const pending: EntryRow = { ...entry, state: 'pending', pending_since: call.now };
    const flip =
      state === 'approved' && ({ state: 'pending', pending_since: call.now, ...listingKeys(pending) } as const);
    return [
      {
        update: keys.showcaseReview(review_id),
        add: { report_count: 1 },
        ...(flip && { set: flip }),
        when: [
          ['=', 'state', state],
          ['=', 'slug', slug],
        ],
      },
      { put: { ...keys.showcaseReport(review_id, report.id), ...report } },
      flip ? { update: review, set: { showcase_state: 'pending' }, when: standing } : { check: review, when: standing },
      ...stillStanding(entry),
    ];
  };

  return {
    /** The same 404 for everything but an approved entry. */
    get: async (slug: string): Promise<{ entry: EntryRow; snapshot: Snapshot }> => {
      const found = await findBySlug(slug);
      if (found?.entry.state !== 'approved') throw notFound();
      return { entry: found.entry, snapshot: unpackSnapshot(found.snapshot) };
    },

    /** Without entries of deleted workspaces, even if the index still lists them. */
    list: (request: PageRequest) => pageOfStanding(table, 'approved', request),

    report: async (slug: string, reason: string): Promise<void> => {
      if (await isReplay(table, call.once)) return;
      for (let tries = 0; tries < TRIES; tries += 1) {
        const [found, slot] = await Promise.all([findBySlug(slug), slotFor(slug, call.request.ip)]);
        if (!found || found.entry.state === 'rejected') throw notFound();
        if (slot instanceof Refusal) throw slot;
        const old = await superfluous(found.entry);
        const writes = [slot, ...reportWrites(found.entry, reason), ...old];
        if (!(await tryTransactOnce(table, call.once, {}, writes)).failed) return;
      }
      throw unavailable('showcase_busy');
    },
  };
};
