import { auditEntry } from '../kit/audit/audit-log.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys, showcasePartition } from '../kit/table/keys.ts';
import { mapPage } from '../kit/table/page.ts';
import { ConditionFailed, type Table } from '../kit/table/table.ts';
import { LISTING, listingKeys } from './listing.ts';
import { EntryRow, ReportRow, SlugRow } from './schema.ts';
import { type Snapshot, unpackSnapshot } from './snapshot.ts';
import { standingEntries, stillStanding } from './standing.ts';
import { pageOfStanding } from './standing-page.ts';

const TRIES = 4;
const AT_ONCE = 20;

/** The showcase for the pool's admins, over all workspaces. */
export const adminStore = (table: Table, call: Call) => {
  const get = async (review_id: string): Promise<EntryRow> => {
    const row = await table.get(keys.showcaseReview(review_id));
    const [entry] = row ? await standingEntries(table, [EntryRow.parse(row)]) : [];
    if (!entry) throw notFound();
    return entry;
  };

  /** Newest first. */
  const reportsOf = async ({ review_id, report_count }: EntryRow, most: number): Promise<ReportRow[]> => {
    if (report_count === 0) return [];
    const sort = ['begins_with', keys.showcaseReport(review_id, '').sk] as const;
    const page = await table.query({
      partition: showcasePartition(review_id),
      sort,
      newestFirst: true,
      consistent: true,
      limit: most,
    });
    return page.items.map((row) => ReportRow.parse(row));
  };

  const decide = async (entry: EntryRow, state: 'approved' | 'rejected', note: string | null): Promise<EntryRow> => {
    const { review_id, workspace_id, slug } = entry;
    const decided: EntryRow = { ...entry, state, note, decided_at: call.now };
    const when = [
      ['=', 'state', entry.state],
      ['=', 'slug', slug],
      // Whoever decides has seen this submission, and no later one.
      ['=', 'submitted_at', entry.submitted_at],
    ] as const;
    await table.transact([
      {
        update: keys.showcaseReview(review_id),
        set: { state, note, decided_at: call.now, ...listingKeys(decided) },
        ...(state === 'rejected' && { remove: LISTING }),
        when,
      },
      {
        update: keys.review(workspace_id, review_id),
        set: { showcase_state: state, showcase_note: note },
        when: [
          ['absent', 'deleted_at'],
          ['=', 'showcase_slug', slug],
        ],
      },
      ...stillStanding(entry),
      auditEntry(workspace_id, call.actor, state === 'approved' ? 'showcase.approve' : 'showcase.reject', {
        review_id,
        slug,
      }),
    ]);
    return decided;
  };

  return {
    /** What waits, longest first, with the newest of what was said against each. */
    listPending: async ({ limit, cursor }: { limit: number; cursor: string | undefined }, mostReports: number) => {
      const page = await pageOfStanding(table, 'pending', { limit, cursor });
      const reports = new Map<EntryRow, ReportRow[]>();
      for (let start = 0; start < page.items.length; start += AT_ONCE) {
        const some = page.items.slice(start, start + AT_ONCE);
        await Promise.all(some.map(async (entry) => reports.set(entry, await reportsOf(entry, mostReports))));
      }
      return mapPage(page, (entry) => ({ entry, reports: reports.get(entry) ?? [] }));
    },

    /** An entry in full, whatever its state. */
    getWhole: async (
      review_id: string,
      mostReports: number,
    ): Promise<{ entry: EntryRow; reports: ReportRow[]; snapshot: Snapshot }> => {
      const entry = await get(review_id);
      const [reports, row] = await Promise.all([reportsOf(entry, mostReports), table.get(keys.showcase(entry.slug))]);
      const named = SlugRow.safeParse(row);
      if (!named.success) throw notFound();
      return { entry, reports, snapshot: unpackSnapshot(named.data.snapshot) };
    },

    /** Repeating a decision changes nothing; an approved entry may be rejected, a rejected one is submitted again first (409). */
    decide: async (review_id: string, state: 'approved' | 'rejected', note: string | null): Promise<EntryRow> => {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const entry = await get(review_id);
        if (entry.state === state) return entry;
        if (entry.state === 'rejected') {
          throw conflict('showcase_entry_rejected');
        }
        try {
          return await decide(entry, state, note);
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
        }
      }
      throw conflict('showcase_entry_modified');
    },
  };
};
