import type * as z from 'zod';
import { pageUrl } from '../reviews/api/showcase-url.ts';
import type { AdminItem, EntryRow, ReportRow, ShowcaseEntry, ShowcaseItem, Submission } from './schema.ts';
import { presentSnapshot, type Snapshot } from './snapshot.ts';

/** An entry as its workspace sees it. */
export const presentSubmission = (entry: EntryRow): z.input<typeof Submission> => ({
  ...entry,
  url: pageUrl(entry.slug),
});

/** An entry as admins see it. */
export const presentForAdmin = (entry: EntryRow): z.input<typeof AdminItem> => entry;

/** Why it was reported, as admins see it. */
export const presentReports = (reports: readonly ReportRow[]) =>
  reports.map(({ reason, reported_at }) => ({ reason, reported_at }));

/** When it became public; only what is approved is shown. */
const approvedAt = ({ decided_at, pending_since }: EntryRow) => decided_at ?? pending_since;

/** An entry in the public list. */
export const presentItem = (entry: EntryRow): z.input<typeof ShowcaseItem> => ({
  ...entry,
  url: pageUrl(entry.slug),
  approved_at: approvedAt(entry),
});

/** An approved entry, as everyone sees it. */
export const presentEntry = (entry: EntryRow, snapshot: Snapshot): z.input<typeof ShowcaseEntry> => ({
  slug: entry.slug,
  url: pageUrl(entry.slug),
  title: entry.title,
  submitted_at: entry.submitted_at,
  approved_at: approvedAt(entry),
  ...presentSnapshot(snapshot),
});
