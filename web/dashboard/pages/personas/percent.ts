import { useLocale } from '../../words/messages.ts';
import { WHOLE } from './dimension-weights.ts';

/** Formats a share as a percentage in the locale. */
export const usePercent = (): ((share: number) => string) => {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (share) => format.format(share / WHOLE);
};
