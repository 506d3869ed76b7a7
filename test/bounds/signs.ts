/** Texts of these take the most bytes in JSON, in UTF-8, and in JSON inside JSON. */
export const SIGNS = { NUL: '\u0000', 'four-byte characters': '💥', quotes: '"' } as const;
