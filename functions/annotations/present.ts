import type * as z from 'zod';
import { fileUrl } from '../files/signed-url.ts';
import type { AnnotationRow, ResolutionRow } from './rows.ts';
import type { Annotation } from './schema.ts';
import type { Thread } from './store.ts';

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

export const presentAnnotation = ({ row, context, replies, resolutions }: Thread): z.input<typeof Annotation> => ({
  ...row,
  submitter: { ...row.submitter, name: context.name },
  origin: row.origin ?? null,
  unattended_edits: unattendedEdits(row),
  body: context.body,
  ...context.captured,
  screenshot_url: urlOf(context.screenshot_key),
  thumbnail_url: urlOf(context.thumbnail_key),
  replies,
  resolutions: resolutions.map(presentResolution),
});
