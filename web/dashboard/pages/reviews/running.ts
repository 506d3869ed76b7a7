import type { OutputOf } from '../../../client/index.ts';

/** Poll interval of a running review. */
export const REFRESH_MS = 1500;

export const isRunning = ({ status }: Pick<OutputOf<'getSharedReview'>, 'status'>): boolean =>
  !['complete', 'partial', 'failed'].includes(status);
