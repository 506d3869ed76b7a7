export type Milliseconds = number & { readonly unit?: 'ms' };
/** Seconds since the epoch, as DynamoDB's TTL needs them. Created only by `ttlAt`. */
export type TtlSeconds = number & { readonly unit: 's' };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

let clock: () => Milliseconds = () => Date.now();

export const now = (): Milliseconds => clock();

export const setClock = (replacement: () => Milliseconds): void => {
  clock = replacement;
};

/** Of UTC, as `yyyy-mm-dd`. */
export const dayOf = (at: Milliseconds): string => new Date(at).toISOString().slice(0, 10);

export const endOfDay = (at: Milliseconds): Milliseconds => at - (at % DAY) + DAY;

/** Of UTC, as `yyyy-mm`. */
export const monthOf = (at: Milliseconds): string => new Date(at).toISOString().slice(0, 7);

/** For garbage collection, never for a rule. */
export const ttlAt = (at: Milliseconds): TtlSeconds => Math.ceil(at / 1000) as TtlSeconds;
