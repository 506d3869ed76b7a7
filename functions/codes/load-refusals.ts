import type { REFUSALS } from './refusals.ts';

/** Only answers that refuse or warn need the sentences: a cold start doesn't load them. */
export const loadRefusals = async (): Promise<typeof REFUSALS> => (await import('./refusals.ts')).REFUSALS;
