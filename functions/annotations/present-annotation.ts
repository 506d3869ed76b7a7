import type * as z from 'zod';
import { fileUrl } from '../files/signed-url.ts';
import { presentResolution } from '../resolutions/present-resolution.ts';
import type { AnnotationRow } from './rows.ts';
import type { Annotation } from './schema.ts';
import type { Thread } from './store.ts';

/** Whether an agent may change code without a person; the note's own text has no say. */
const unattendedEdits = ({ auto_fix, submitter, quarantine }: AnnotationRow) => {
  if (quarantine) return { allowed: false, reason: 'This note is in quarantine as suspected spam. Ask a person.' };
  if (auto_fix) return { allowed: true, reason: 'A stakeholder of this site authorised an unattended change.' };
  const reason =
    submitter.kind === 'anonymous'
      ? 'An anonymous visitor cannot authorise an unattended change. Ask a person.'
      : 'The stakeholder did not authorise an unattended change. Ask a person.';
  return { allowed: false, reason };
};

/** An annotation in full, as it goes on the wire. */
export const presentAnnotation = ({ row, context, replies, resolutions }: Thread): z.input<typeof Annotation> => ({
  ...row,
  submitter: { ...row.submitter, name: context.name },
  unattended_edits: unattendedEdits(row),
  body: context.body,
  ...context.captured,
  screenshot_url: context.screenshot_key && fileUrl(context.screenshot_key),
  thumbnail_url: context.thumbnail_key && fileUrl(context.thumbnail_key),
  replies,
  resolutions: resolutions.map(presentResolution),
});
