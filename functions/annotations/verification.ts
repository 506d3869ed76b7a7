import { HOUR, type Milliseconds } from '../kit/clock.ts';
import { passed } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import { type AnnotationRow, type VerificationRow, verificationRows } from './rows.ts';

/** Opening a page costs seconds of a browser. */
export const VERIFICATION_EVERY = HOUR;

/** Until when the note can't be looked at again; undefined if it can. */
export const verifiedUntil = (
  row: Pick<VerificationRow, 'requested_at'> | undefined,
  at: Milliseconds,
): Milliseconds | undefined => {
  const until = (row?.requested_at ?? 0) + VERIFICATION_EVERY;
  return until > at ? until : undefined;
};

/** Praise asks for no change, so a look would flag it. */
export const mayBeFixed = ({ kind }: Pick<AnnotationRow, 'kind'>): boolean => kind !== 'praise';

/** Of a note that isn't resolved: a look that has ended, as with a page that was just being deployed, but none since. */
export const isBeforeFix = (row: VerificationRow | undefined, note: Pick<AnnotationRow, 'undone_at'>): boolean =>
  row !== undefined && row.state !== 'checking' && row.requested_at > (note.undone_at ?? 0);

export const newVerification = (note: { id: string; site_id: string }, at: Milliseconds) =>
  verificationRows.parse({ annotation_id: note.id, site_id: note.site_id, state: 'checking', requested_at: at });

/** Refused within the hour, unless it replaces an earlier look that has ended. */
export const oweVerification = (ws: string, row: VerificationRow, earlier?: VerificationRow): Write => {
  const { annotation_id, requested_at: at } = row;
  const key = keys.verification(ws, annotation_id);
  return {
    put: {
      ...key,
      ...row,
      ...owed('verify-fix', key, at),
    },
    when: earlier
      ? [
          ['=', 'requested_at', earlier.requested_at],
          ['absent', 'job'],
        ]
      : [passed('requested_at', at - VERIFICATION_EVERY)],
  };
};
