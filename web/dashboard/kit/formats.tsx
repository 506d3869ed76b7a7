import { useSyncExternalStore } from 'react';
import { currentLocale } from '../words/messages.ts';
import { dateFormat } from './regional.ts';
import { timeZone } from './time-zone.ts';

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(currentLocale(), options).format(value);

export const formatCount = (value: number): string => formatNumber(value);
export const formatPercent = (value: number): string => formatNumber(value, { style: 'percent' });
export const formatScore = (value: number): string =>
  formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const formatDollars = (cents: number, options: Intl.NumberFormatOptions = {}): string =>
  formatNumber(cents / 100, { style: 'currency', currency: 'USD', ...options });

/** Less than a cent with as many decimals as it needs. */
export const formatCost = (cents: number): string =>
  formatDollars(cents, cents > 0 && cents < 1 ? { maximumSignificantDigits: 1 } : {});

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

const relatives = new Map<string, Intl.RelativeTimeFormat>();

const relative = (style: 'long' | 'short') => {
  const locale = currentLocale();
  const key = `${locale} ${style}`;
  const format = relatives.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style });
  relatives.set(key, format);
  return format;
};

export const ago = (ms: number, style: 'long' | 'short' = 'long'): string => {
  const seconds = Math.min(0, (ms - Date.now()) / 1000);
  const [unit, length] = UNITS.find(([, least]) => -seconds >= least) ?? ['second', 1];
  return relative(style).format(Math.round(seconds / length), unit);
};

const TICK_MS = 15_000;
const clocks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times that are shown. */
export const onTick = (told: () => void) => {
  clocks.add(told);
  timer ??= setInterval(() => {
    for (const tell of clocks) tell();
  }, TICK_MS);
  return () => {
    clocks.delete(told);
    if (clocks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const tick = () => Math.floor(Date.now() / TICK_MS);

const Moment = ({ ms, children }: { ms: number; children: string }) => {
  const format = dateFormat(currentLocale(), { dateStyle: 'full', timeStyle: 'short', timeZone: timeZone() });
  return (
    <time dateTime={new Date(ms).toISOString()} title={format.format(ms)} aria-live="off">
      {children}
    </time>
  );
};

export const Time = ({ at, narrow = false }: { at: string; narrow?: boolean }) => {
  useSyncExternalStore(onTick, tick);
  return <Moment ms={Number(at)}>{ago(Number(at), narrow ? 'short' : 'long')}</Moment>;
};

/** For future times, for which a relative time says less. */
export const Day = ({ at, isExact = false }: { at: string; isExact?: boolean }) => {
  const time = isExact ? ({ timeStyle: 'short' } as const) : {};
  const format = dateFormat(currentLocale(), { dateStyle: 'medium', ...time, timeZone: timeZone() });
  return <Moment ms={Number(at)}>{format.format(Number(at))}</Moment>;
};
