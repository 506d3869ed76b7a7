import type { Fact } from '../../functions/facts/fact.ts';

const fact = (rule: string, state: Fact['state'], more: Partial<Fact> = {}): Fact => ({
  ...{ rule, state, view: null, measured: null, reason: null, count: 0, places: [] },
  ...more,
});

/** Of a page: the copy editor's correctness has 2 of 3 checks passed, the links 0 of 1, the clarity 1 of 1. */
export const FACTS: readonly Fact[] = [
  fact('doubled-word', 'failed', { measured: '1 place', count: 1, places: [{ quote: 'the the lamps' }] }),
  fact('placeholder-text', 'passed'),
  fact('broken-characters', 'passed', { view: 'wide' }),
  fact('link-words', 'failed', { view: 'wide', measured: '2 links', count: 2 }),
  fact('link-words', 'passed', { view: 'narrow' }),
  fact('reading-ease', 'passed'),
  fact('spelling', 'not_measured', { reason: 'There is no dictionary.' }),
  fact('contrast', 'failed', { view: 'wide' }),
];
