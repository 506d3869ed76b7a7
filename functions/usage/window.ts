import { DAY } from '../kit/clock.ts';

/** Including today. */
export const WINDOW_DAYS = 90;

/** Days of UTC, as `yyyy-mm-dd`. */
export interface UsageWindow {
  from: string;
  to: string;
}

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** When this day falls out of every window. */
export const endOfUse = (day: string): number => Date.parse(day) + WINDOW_DAYS * DAY;

export const windowEnding = (at: number): UsageWindow => ({ from: dayOf(at - (WINDOW_DAYS - 1) * DAY), to: dayOf(at) });
