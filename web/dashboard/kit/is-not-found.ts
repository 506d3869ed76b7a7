import { ApiError } from '../../client/index.ts';

/** Missing or not visible to the user: the service doesn't say which. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
