import * as z from 'zod';
import { anyText, Id, pageOf, refusing, Time, wholeNumber } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';
import { FactList, SharedFeedbackList } from '../reviews/feedback-schema.ts';
import { Basis } from '../reviews/judge/page-score.ts';
import { SHOWCASE_STATES } from '../reviews/rows.ts';
import { SharedReview, ShowcaseState } from '../reviews/schema.ts';

const MAX_REASON = 500;

const card = {
  title: z.string(),
  input_type: z.string(),
  score: z.number().nullable(),
  basis: Basis.nullable(),
  ai_live: z.boolean().nullable(),
  personas: z.number().int(),
  summary: z.string(),
};

/** A withdrawn slug has no snapshot, a purged one nothing. */
export const SlugRow = z.object({
  slug: z.string(),
  review_id: z.string(),
  workspace_id: z.string(),
  snapshot: z.instanceof(Uint8Array),
});

export const EntryRow = z.object({
  review_id: z.string(),
  workspace_id: z.string(),
  site_id: z.string().nullable(),
  slug: z.string(),
  state: z.enum(SHOWCASE_STATES),
  note: z.string().nullable(),
  ...card,
  raw: z.number().nullable(),
  submitted_at: z.number(),
  pending_since: z.number(),
  decided_at: z.number().nullable(),
  report_count: z.number().int(),
});
export type EntryRow = z.infer<typeof EntryRow>;
export const entryRows = rowsAs(keys.showcaseReview, () => EntryRow);

export const ReportRow = z.object({ id: z.string(), reason: z.string(), reported_at: z.number() });
export type ReportRow = z.infer<typeof ReportRow>;
export const reportRows = rowsAs(keys.showcaseReport, () => ReportRow);

export const ReportCreate = z.object({
  reason: anyText(MAX_REASON)
    .min(4)
    .refine((text) => text.trim().length >= 4, refusing('reason_too_short'))
    .meta({ description: 'Reason for the report' }),
});

export const Decision = z.object({
  note: anyText(500).nullish().meta({ description: 'Reason, shown to the workspace' }),
  submitted_at: wholeNumber(0)
    .optional()
    .meta({ description: 'Of the submission that was read: 409 if the workspace has submitted another since' }),
});

export const Submission = ShowcaseState.extend({
  review_id: Id,
  submitted_at: Time,
  decided_at: Time.nullable(),
});

const shown = {
  ...card,
  score: card.score.meta({ description: '1 to 5, when submitted' }),
  basis: card.basis.meta({ description: "panel: the panel's own scale; people: calibrated by page ratings" }),
  ai_live: card.ai_live.meta({ description: 'false: rule-based checks, no AI model' }),
  personas: card.personas.meta({ description: 'Number of personas' }),
};

export const ShowcaseItem = z.object({
  slug: z.string(),
  url: z.string(),
  ...shown,
  approved_at: Time,
});
export const ShowcasePage = pageOf(ShowcaseItem);

export const ShowcaseEntry = z.object({
  slug: z.string(),
  url: z.string(),
  title: z.string(),
  submitted_at: Time,
  approved_at: Time,
  review: SharedReview,
  feedback: SharedFeedbackList,
  facts: FactList,
});

export const Reported = z.object({ slug: z.string(), state: z.literal('pending') });

export const AdminItem = EntryRow.omit({ site_id: true, raw: true }).extend({
  review_id: Id,
  workspace_id: Id,
  ...shown,
  submitted_at: Time,
  pending_since: Time,
  decided_at: Time.nullable().meta({ description: 'Time of the previous decision, if any' }),
});

export const AdminReport = z.object({ reason: z.string(), reported_at: Time });

export const PendingItem = AdminItem.extend({
  reports: z.array(AdminReport).meta({ description: 'The 5 newest' }),
});
export const PendingPage = pageOf(PendingItem);

export const AdminEntry = AdminItem.extend({
  reports: z.array(AdminReport).meta({ description: 'The 50 newest' }),
  review: SharedReview,
  feedback: SharedFeedbackList,
  facts: FactList,
});
