import { DAY, HOUR, SECOND } from './clock.ts';

/** An IANA name; Intl also takes offsets, which know no summer. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const FIELDS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

/** Of the format's zone at that moment, east of UTC. */
const offsetAt = (format: Intl.DateTimeFormat, at: number): number => {
  const parts = format.formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(at / SECOND) * SECOND;
};

/** The next time after `at` when clocks of the zone show that hour; an hour off on a day that skips it. */
export const nextHour = (zone: string, hour: number, at: number): number => {
  // Making it takes longer than using it.
  const format = new Intl.DateTimeFormat('en', { ...FIELDS, timeZone: zone });
  const midnight = Math.floor((at + offsetAt(format, at)) / DAY) * DAY;
  const times = [0, 1, 2].map((days) => {
    const local = midnight + days * DAY + hour * HOUR;
    return local - offsetAt(format, local - offsetAt(format, local));
  });
  return times.find((time) => time > at) ?? at + DAY;
};
