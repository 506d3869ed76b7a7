import { HOUR, type Milliseconds } from '../kit/clock.ts';
import { keys } from '../kit/table/keys.ts';
import type { Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import { type VerificationRow, verificationRows } from './rows.ts';

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

export const newVerification = (note: { id: string; site_id: string }, at: Milliseconds) =>
  verificationRows.parse({ annotation_id: note.id, site_id: note.site_id, state: 'checking', requested_at: at });

export const oweVerification = (ws: string, row: VerificationRow): Write => {
  const { annotation_id, requested_at: at } = row;
  const key = keys.verification(ws, annotation_id);
  return {
    put: {
      ...key,
      ...row,
      ...owed('verify-fix', key, at),
    },
    when: [['any', [[['absent', 'pk']], [['<=', 'requested_at', at - VERIFICATION_EVERY]]]]],
  };
};
