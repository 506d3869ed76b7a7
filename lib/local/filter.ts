import type { Pattern } from '../stack/stream-filters.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an event matches a pattern: every field of the pattern must match. */
export const matches = (pattern: Pattern, event: unknown): boolean =>
  Object.entries(pattern).every(([field, wanted]) => {
    const value = isRecord(event) ? event[field] : undefined;
    if (!Array.isArray(wanted)) return matches(wanted as Pattern, value);
    return wanted.some((one) => (isRecord(one) ? one.exists === (value !== undefined) : one === value));
  });
