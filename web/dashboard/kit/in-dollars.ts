import type { Locale } from '../words/messages.ts';

export const inDollars = (cents: number, locale: Locale, signDisplay: 'auto' | 'exceptZero' = 'auto'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', signDisplay }).format(cents / 100);
