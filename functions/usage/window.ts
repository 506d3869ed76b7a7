import { DAY, dayOf } from '../kit/clock.ts';

/** Including today. */
export const WINDOW_DAYS = 90;

/** Days of UTC, as `yyyy-mm-dd`. */
export interface UsageWindow {
  from: string;
  to: string;
}

/** When this day falls out of every window. */
export const endOfUse = (day: string): number => Date.parse(day) + WINDOW_DAYS * DAY;

export const windowEnding = (at: number): UsageWindow => ({ from: dayOf(at - (WINDOW_DAYS - 1) * DAY), to: dayOf(at) });
