/** A pattern of an event source mapping's FilterCriteria: nested objects end in lists of what a value may be. */
export interface Pattern {
  [field: string]: Pattern | readonly (string | number | boolean | null | { exists: boolean })[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an event matches a pattern: every field of the pattern must hold. */
export const matches = (pattern: Pattern, event: unknown): boolean =>
  Object.entries(pattern).every(([field, wanted]) => {
    const value = isRecord(event) ? event[field] : undefined;
    if (!Array.isArray(wanted)) return matches(wanted as Pattern, value);
    return wanted.some((one) => (isRecord(one) ? one.exists === (value !== undefined) : one === value));
  });
