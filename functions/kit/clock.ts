/** Domain times: milliseconds since the epoch. */
export type Milliseconds = number & { readonly unit?: 'ms' };
/** Seconds since the epoch, as DynamoDB's TTL needs them. Created only by `ttlAt`. */
export type TtlSeconds = number & { readonly unit: 's' };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

let clock: () => Milliseconds = () => Date.now();

/** The current time that every rule compares with. */
export const now = (): Milliseconds => clock();

/** Replaces the clock of this process. */
export const setClock = (replacement: () => Milliseconds): void => {
  clock = replacement;
};

/** The TTL attribute for a row that may be collected after `at`: garbage collection, never a rule. */
export const ttlAt = (at: Milliseconds): TtlSeconds => Math.ceil(at / 1000) as TtlSeconds;
