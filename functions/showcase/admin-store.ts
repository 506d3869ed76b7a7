import type * as z from 'zod';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { chunksOf } from '../kit/chunks.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys } from '../kit/table/keys.ts';
import type { PageRequest } from '../kit/table/page.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import { LISTING, listingKeys } from './listing.ts';
import { type Decision, type EntryRow, entryRows, type ReportRow, reportRows, SlugRow } from './schema.ts';
import { unpackSnapshot } from './snapshot.ts';
import { pageOfStanding, queryReports, standingEntries, stillStanding } from './standing.ts';

const TRIES = 4;
const AT_ONCE = 20;
const REPORTS_IN_LISTS = 5;
const MAX_REPORTS = 50;

export const adminStore = (table: Table, call: Call) => {
  const get = async (review_id: string): Promise<EntryRow> => {
    const row = await entryRows.find(table, [review_id]);
    const [entry] = row ? await standingEntries(table, [row]) : [];
    if (!entry) throw notFound();
    return entry;
  };

  const reportsOf = async ({ review_id, report_count }: EntryRow, limit: number): Promise<ReportRow[]> => {
    if (report_count === 0) return [];
    const { items } = await queryReports(table, review_id, { newestFirst: true, limit });
    return items.map(reportRows.parse);
  };

  const decide = async (entry: EntryRow, state: 'approved' | 'rejected', note: string | null) => {
    const { review_id, workspace_id, slug } = entry;
    const decided: EntryRow = { ...entry, state, note, decided_at: call.now };
    const action = state === 'approved' ? 'showcase.approve' : 'showcase.reject';
    const isWritten = await table.tryTransact([
      {
        update: keys.showcaseReview(review_id),
        set: { state, note, decided_at: call.now, ...listingKeys(decided) },
        ...(state === 'rejected' && { remove: LISTING }),
        when: [
          ['=', 'state', entry.state],
          ['=', 'slug', slug],
          // A decision is about this submission, and no later one.
          ['=', 'submitted_at', entry.submitted_at],
        ],
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
      auditEntry(workspace_id, call.actor, action, { review_id, slug }),
    ]);
    return isWritten ? decided : undefined;
  };

  return {
    listPending: async (request: PageRequest) => {
      const page = await pageOfStanding(table, 'pending', request);
      const reports = new Map<EntryRow, ReportRow[]>();
      for (const some of chunksOf(page.items, AT_ONCE)) {
        await Promise.all(some.map(async (entry) => reports.set(entry, await reportsOf(entry, REPORTS_IN_LISTS))));
      }
      return mapPage(page, (entry) => ({ ...entry, reports: reports.get(entry) ?? [] }));
    },

    getWhole: async (review_id: string) => {
      const entry = await get(review_id);
      const [reports, row] = await Promise.all([reportsOf(entry, MAX_REPORTS), table.get(keys.showcase(entry.slug))]);
      const named = SlugRow.safeParse(row);
      if (!named.success) throw notFound();
      return { entry, reports, snapshot: unpackSnapshot(named.data.snapshot) };
    },

    /** Idempotent. An approved entry may be rejected; a rejected one is submitted again first (409). */
    decide: async (
      review_id: string,
      state: 'approved' | 'rejected',
      { note = null, submitted_at }: z.infer<typeof Decision> = {},
    ): Promise<EntryRow> => {
      let read = submitted_at;
      for (let tries = 0; tries < TRIES; tries += 1) {
        const entry = await get(review_id);
        read ??= entry.submitted_at;
        if (entry.submitted_at !== read) break;
        if (entry.state === state) return entry;
        if (entry.state === 'rejected') throw conflict('showcase_entry_rejected');
        const decided = await decide(entry, state, note);
        if (decided) return decided;
      }
      throw conflict('showcase_entry_modified');
    },
  };
};
