import { useLocale } from '../../words/messages.ts';
import { WHOLE } from './weights-of-dimensions.ts';

/** Writes a share as people of that language write percents. */
export const usePercent = (): ((share: number) => string) => {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (share) => format.format(share / WHOLE);
};
