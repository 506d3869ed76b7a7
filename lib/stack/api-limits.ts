/**
 * The stage's throttle: most of the 10,000 requests per second that an account has in a region, and all of its burst of
 * 5,000 (docs/scale.md).
 */
export const API_LIMITS = { perSecond: 8000, burst: 5000 } as const;
export const LOADER_PER_SECOND = 500;
