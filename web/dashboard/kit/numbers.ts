import { useLocale } from '../words/messages.ts';

/** Scores with one digit and parts of 100, as the language of now writes them. */
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
