import type { OutputOf } from '../../../client/index.ts';

/** How often a review that runs is asked after. */
export const REFRESH_MS = 1500;

export const isRunning = ({ status }: Pick<OutputOf<'getSharedReview'>, 'status'>): boolean =>
  !['complete', 'partial', 'failed'].includes(status);
