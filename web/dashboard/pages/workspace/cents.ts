import { LIMITS } from '../../words/limits.generated.ts';

const MAX_CENTS = LIMITS.patchWorkspace.monthly_model_limit_cents;

/** Cents; null for an empty field, undefined for anything that isn't an amount. */
export const centsIn = (text: string): number | null | undefined => {
  const amount = text.trim().replace(/^\$\s*|\s*\$$/g, '');
  if (amount === '') return null;
  const [, dollars, cents = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  const all = dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
  return all !== undefined && all <= MAX_CENTS ? all : undefined;
};

export const inField = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));
