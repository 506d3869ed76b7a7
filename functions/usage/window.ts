import { DAY } from '../kit/clock.ts';

/** Including today. */
export const WINDOW_DAYS = 90;

/** Days of UTC, as `yyyy-mm-dd`. */
export interface UsageWindow {
  from: string;
  to: string;
  months: string[];
}

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const monthOf = (day: string): string => day.slice(0, 7);

/** When a row of this month falls out of every window. */
export const endOfUse = (month: string): number => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number) + WINDOW_DAYS * DAY;
};

export const windowEnding = (at: number): UsageWindow => {
  const days = Array.from({ length: WINDOW_DAYS }, (_, age) => dayOf(at - age * DAY)).reverse();
  return { from: days.at(0) ?? '', to: days.at(-1) ?? '', months: [...new Set(days.map(monthOf))] };
};
