import { type Misfit, misfit } from '../kit/errors.ts';
import type { AnnotationRow } from './rows.ts';

/** A note can be closed without a reason, but its author then learns nothing. */
export const missingReason = (
  asked: string | undefined,
  { status, summary, duplicate_of }: Pick<AnnotationRow, 'status' | 'summary' | 'duplicate_of'>,
): Misfit[] => {
  if (asked === undefined) return [];
  if (status === 'duplicate') {
    return duplicate_of === undefined ? [misfit(['body', 'duplicate_of'], 'original_missing')] : [];
  }
  const needsReason = status === 'resolved' || status === 'won_t_fix';
  return needsReason && summary.trim() === '' ? [misfit(['body', 'summary'], 'reason_missing')] : [];
};
