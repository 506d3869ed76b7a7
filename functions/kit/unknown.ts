export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** None if it is no record. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** Undefined for an empty text, and for what is no text. */
export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
