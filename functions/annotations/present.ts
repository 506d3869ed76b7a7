import type * as z from 'zod';
import { fileUrl } from '../files/signed-url.ts';
import { unattendedEdits } from './approval.ts';
import type { CapturedContext } from './context-schema.ts';
import { isInternal } from './is-internal.ts';
import type { AnnotationRow, ApprovalRow, ResolutionRow, VerificationRow } from './rows.ts';
import type { Annotation, Detail } from './schema.ts';
import { waitingFor } from './waiting-for.ts';
import type { Thread } from './whole-thread.ts';

/** Who allowed it, and when, if a member did. */
const presentUnattended = (row: AnnotationRow, approval: ApprovalRow | undefined) => {
  const edits = unattendedEdits(row);
  const by = edits.allowed && approval?.state === 'approved' ? approval : undefined;
  return {
    ...edits,
    allowed_by: by?.decided_by ?? null,
    allowed_by_name: by?.decided_by_name ?? '',
    allowed_at: by?.decided_at ?? null,
  };
};

export const presentApproval = (row: AnnotationRow, approval: ApprovalRow | undefined) => ({
  annotation_id: row.id,
  status: row.status,
  waiting_for: waitingFor(row),
  unattended_edits: presentUnattended(row, approval),
  approval: approval ?? null,
});

export const urlOf = (key: string | null) => (key === null ? null : fileUrl(key));

export const presentResolution = ({ before_key, after_key, ...row }: ResolutionRow) => ({
  ...row,
  before_url: urlOf(before_key),
  after_url: urlOf(after_key),
});

export const presentVerification = ({
  annotation_id: _note,
  site_id: _site,
  picture_key,
  ...row
}: VerificationRow) => ({ ...row, picture: urlOf(picture_key) });

/** Further measurements are for `detail: full`. */
const inBrief = ({ contrast, css_rules, overflow, link, clicks, ...captured }: CapturedContext) => {
  const { ancestor_attributes, pin, ...anchor } = captured.anchor;
  return { ...captured, anchor };
};

export const presentAnnotation = (
  { row, context, replies, resolutions, verification, approval }: Thread,
  detail: Detail = 'brief',
): z.input<typeof Annotation> => ({
  ...row,
  submitter: { ...row.submitter, name: context.name },
  origin: row.origin ?? null,
  confirmation: row.confirmation ?? null,
  duplicate_of: row.duplicate_of ?? null,
  duplicate_count: row.duplicate_count ?? 0,
  waiting_for: waitingFor(row),
  unattended_edits: presentUnattended(row, approval),
  approval: approval ?? null,
  body: context.body,
  ...(detail === 'full' ? context.captured : inBrief(context.captured)),
  ...(context.visitor && { visitor: context.visitor }),
  screenshot_url: urlOf(context.screenshot_key),
  thumbnail_url: urlOf(context.thumbnail_key),
  ...(context.files && { files: context.files.map(({ key, ...file }) => ({ ...file, url: fileUrl(key) })) }),
  anchor_check: row.anchor_check ?? null,
  verification: verification ? presentVerification(verification) : null,
  replies: replies.map((reply) => (isInternal(reply) ? { ...reply, internal: true as const } : reply)),
  resolutions: resolutions.map(presentResolution),
});
