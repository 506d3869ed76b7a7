import { openInvoke } from '../kit/invoke.ts';

/** `maxMs` is the fetcher's own limit. */
export const callFetcher = openInvoke({
  name: 'fetcher',
  setting: 'FETCHER_FUNCTION',
  maxMs: 10_000,
  aroundMs: 4000,
});
