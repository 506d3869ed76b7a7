import { type Locale, useLocale } from '../words/messages.ts';

/** Formats scores with one digit and percentages, in the current language. */
export const useNumbers = () => {
  const locale = useLocale();
  const digits = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(locale, { style: 'percent' });
  const whole = new Intl.NumberFormat(locale);
  return {
    score: (value: number) => digits.format(value),
    percent: (value: number) => percents.format(value),
    count: (value: number) => whole.format(value),
  };
};

export const formatDollars = (cents: number, locale: Locale, signDisplay: 'auto' | 'exceptZero' = 'auto'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', signDisplay }).format(cents / 100);
