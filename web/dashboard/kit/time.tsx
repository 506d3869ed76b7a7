import { type Locale, useLocale } from '../app/messages.ts';

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** "3 seconds ago". */
export const ago = (ms: number, locale: Locale, style: 'long' | 'narrow' = 'long'): string => {
  const seconds = Math.min(0, (ms - Date.now()) / 1000);
  const [unit, length] = UNITS.find(([, least]) => -seconds >= least) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style }).format(Math.round(seconds / length), unit);
};

/** A time of the service (epoch milliseconds, as a string), told as distance; the title has it in full. */
export const Time = ({ at, narrow = false }: { at: string; narrow?: boolean }) => {
  const locale = useLocale();
  const ms = Number(at);
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(ms);
  return (
    <time dateTime={new Date(ms).toISOString()} title={full}>
      {ago(ms, locale, narrow ? 'narrow' : 'long')}
    </time>
  );
};
