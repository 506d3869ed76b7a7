import type { Tokens } from './run-rows.ts';

const add = (one: Tokens, other: Tokens): Tokens => {
  const written = (one.written ?? 0) + (other.written ?? 0);
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
    ...(written > 0 && { written }),
  };
};

/** Null if nothing was counted. */
export const sumOf = (counted: readonly (Tokens | null | undefined)[]): Tokens | null =>
  counted.reduce<Tokens | null>((sum, one) => (sum && one ? add(sum, one) : (one ?? sum)), null);
