import type * as z from 'zod';
import { fileUrl } from '../files/signed-url.ts';
import type { AnnotationRow, ResolutionRow, VerificationRow } from './rows.ts';
import type { Annotation } from './schema.ts';
import type { Thread } from './store.ts';
import { waitingFor } from './waiting-for.ts';

const REASONS = {
  anonymous: 'An anonymous visitor cannot authorise an unattended change. Ask a person.',
  stakeholder: 'The stakeholder did not authorise an unattended change. Ask a person.',
  persona: "A review's persona cannot authorise an unattended change. Ask a person.",
} as const;

/** The note's own text has no say. */
const unattendedEdits = ({ auto_fix, submitter, quarantine }: AnnotationRow) => {
  if (quarantine) return { allowed: false, reason: 'This note is in quarantine as suspected spam. Ask a person.' };
  if (auto_fix) return { allowed: true, reason: 'A stakeholder of this site authorised an unattended change.' };
  return { allowed: false, reason: REASONS[submitter.kind] };
};

const urlOf = (key: string | null) => (key === null ? null : fileUrl(key));

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

export const presentAnnotation = ({
  row,
  context,
  replies,
  resolutions,
  verification,
}: Thread): z.input<typeof Annotation> => ({
  ...row,
  submitter: { ...row.submitter, name: context.name },
  origin: row.origin ?? null,
  confirmation: row.confirmation ?? null,
  duplicate_of: row.duplicate_of ?? null,
  waiting_for: waitingFor(row),
  unattended_edits: unattendedEdits(row),
  body: context.body,
  ...context.captured,
  screenshot_url: urlOf(context.screenshot_key),
  thumbnail_url: urlOf(context.thumbnail_key),
  anchor_check: row.anchor_check ?? null,
  verification: verification ? presentVerification(verification) : null,
  replies,
  resolutions: resolutions.map(presentResolution),
});
