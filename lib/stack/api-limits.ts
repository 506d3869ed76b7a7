/**
 * The stage's throttle: most of an account's regional quota of 10,000 requests per second, and all of its burst of
 * 5,000 (docs/scale.md).
 */
export const API_LIMITS = { perSecond: 8000, burst: 5000 } as const;
export const LOADER_PER_SECOND = 500;
