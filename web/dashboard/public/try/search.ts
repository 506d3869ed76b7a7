import { LIMITS } from '../../words/limits.generated.ts';

export interface TrySearch {
  url?: string;
  persona?: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= LIMITS.runDemo.url && value !== '' ? value : undefined;

/** The last request is in the address, so that a reload loses nothing; nothing runs by itself. */
export const readTrySearch = (search: Record<string, unknown>): TrySearch => {
  const [url, persona] = [text(search.url), text(search.persona)];
  return { ...(url && { url }), ...(persona && { persona }) };
};
