import { type Locale, useLocale } from '../words/messages.ts';

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

/** Less than a cent with as many decimals as it needs. */
export const formatCost = (cents: number, locale: Locale): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    ...(cents > 0 && cents < 1 && { maximumSignificantDigits: 1 }),
  }).format(cents / 100);
