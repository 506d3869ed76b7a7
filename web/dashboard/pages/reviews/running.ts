import type { OutputOf } from '../../../client/index.ts';

export const REFRESH_MS = 1500;

export const isRunning = ({ status }: Pick<OutputOf<'getSharedReview'>, 'status'>): boolean =>
  ['queued', 'running'].includes(status);
