import { auditEntry } from '../kit/audit/audit-log.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Test } from '../kit/table/expression.ts';
import { unchanged } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { isLiveReview } from '../reviews/api/review-reader.ts';
import type { ReviewRow } from '../reviews/rows.ts';
import { listingKeys } from './listing.ts';
import { type EntryRow, entryRows } from './schema.ts';
import { slugsFor } from './slug.ts';
import { packSnapshot, type Snapshot } from './snapshot.ts';
import { queryReports, stillStanding } from './standing.ts';

const SUMMARY = 300;
const MAX_SNAPSHOT = 350_000;
/** A transaction holds them next to the other writes of a withdrawal. */
const MAX_REPORTS = 90;

const asSeen = ({ showcase_state }: ReviewRow): Test => unchanged('showcase_state', showcase_state);

const cardOf = ({ review }: Snapshot) => {
  const summary = review.personas.find((one) => one.summary !== '')?.summary ?? '';
  return {
    title: review.title,
    input_type: review.input_type,
    score: review.score?.value ?? null,
    raw: review.score?.raw ?? null,
    basis: review.score?.basis ?? null,
    ai_live: review.ai_live,
    personas: review.personas.length,
    summary: summary.length > SUMMARY ? `${summary.slice(0, SUMMARY - 1).toWellFormed()}…` : summary,
  };
};

export const submissionStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, target: { review_id: string; slug: string }): Write =>
    auditEntry(workspace_id, call.actor, action, target);

  const submission = (row: ReviewRow, snapshot: Snapshot, packed: Uint8Array, slug: string): [EntryRow, Write[]] => {
    const { id: review_id, widget_site_id: site_id } = row;
    const entry: EntryRow = {
      review_id,
      workspace_id,
      site_id,
      slug,
      state: 'pending',
      note: null,
      ...cardOf(snapshot),
      submitted_at: call.now,
      pending_since: call.now,
      decided_at: null,
      report_count: 0,
    };
    const { report_count: _, ...fields } = entry;
    const claim: Test = ['any', [[['absent', 'pk']], [['=', 'review_id', review_id]]]];
    return [
      entry,
      [
        { put: { ...keys.showcase(slug), slug, review_id, workspace_id, snapshot: packed }, when: [claim] },
        {
          update: keys.review(workspace_id, review_id),
          set: { showcase_slug: slug, showcase_state: 'pending' },
          remove: ['showcase_note'],
          when: [...isLiveReview(call.scope), ['=', 'status', 'complete'], asSeen(row)],
        },
        {
          update: keys.showcaseReview(review_id),
          set: { ...fields, ...listingKeys(entry) },
          // Reports before a rejection still count.
          add: { report_count: 0 },
        },
        { put: { ...keys.showcasedReview(workspace_id, review_id), review_id } },
        ...stillStanding(entry),
        audited('showcase.submit', { review_id, slug }),
      ],
    ];
  };

  return {
    find: async (review_id: string): Promise<EntryRow | undefined> => {
      const row = await entryRows.find(table, [review_id]);
      return row?.workspace_id === workspace_id ? row : undefined;
    },

    submit: async (row: ReviewRow, snapshot: Snapshot): Promise<EntryRow | undefined> => {
      const packed = packSnapshot(snapshot);
      if (packed.length > MAX_SNAPSHOT) throw conflict('review_too_long');
      const slugs = row.showcase_slug === undefined ? slugsFor(row.title, row.id) : [row.showcase_slug];
      for (const slug of slugs) {
        const [entry, writes] = submission(row, snapshot, packed, slug);
        const failed = await table.failedWrites(writes);
        if (failed.length === 0) return entry;
        const isTaken = failed.length === 1 && failed[0] === 0;
        if (!isTaken) return undefined;
      }
      throw conflict('no_free_slug');
    },

    /** Gone for everyone at once; the slug stays this review's. */
    withdraw: async (row: ReviewRow): Promise<void> => {
      const { id: review_id, showcase_slug: slug, showcase_state: state } = row;
      if (slug === undefined || state === undefined || state === 'withdrawn') throw notFound();
      const reports = await queryReports(table, review_id, { limit: MAX_REPORTS });
      await table.transact([
        {
          update: keys.review(workspace_id, review_id),
          set: { showcase_state: 'withdrawn' },
          remove: ['showcase_note'],
          when: [...isLiveReview(call.scope), ['in', 'showcase_state', ['pending', 'approved', 'rejected']]],
          else: notFound,
        },
        { put: { ...keys.showcase(slug), slug, review_id } },
        { delete: keys.showcaseReview(review_id) },
        { delete: keys.showcasedReview(workspace_id, review_id) },
        ...reports.items.map((report): Write => ({ delete: report })),
        audited('showcase.withdraw', { review_id, slug }),
      ]);
    },
  };
};
