export const EXPIRIES = ['30', '90', '365', 'never', 'date'] as const;
export type Expiry = (typeof EXPIRIES)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** A new token's expiry: after a number of days, never, or at the end of a chosen day in local time. */
export const expiryAt = (expiry: Expiry, day: string): number | null => {
  if (expiry === 'never') return null;
  return expiry === 'date' ? new Date(`${day}T23:59:59`).getTime() : Date.now() + Number(expiry) * DAY_MS;
};

/** Today in the format of a date field. */
export const today = (): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};
