export interface TrySearch {
  url?: string;
  persona?: string;
}

const MAX_URL = 2048;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MAX_URL && value !== '' ? value : undefined;

/** What was asked last stands in the address, so that a reload loses nothing; nothing runs by itself. */
export const readTrySearch = (search: Record<string, unknown>): TrySearch => {
  const [url, persona] = [text(search.url), text(search.persona)];
  return { ...(url && { url }), ...(persona && { persona }) };
};
