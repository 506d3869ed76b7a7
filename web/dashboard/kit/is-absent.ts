import { ApiError } from '../../client/index.ts';

/** Nothing is there, or nothing that one may see: the service does not say which. */
export const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
