import { ApiError } from '../../client/index.ts';

/** Whether the service knows no such thing, or none for everybody. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
