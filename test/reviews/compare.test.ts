import { describe, expect, test } from '@jest/globals';
import type { Fact } from '../../functions/facts/fact.ts';
import type { Evidence, FindingRow } from '../../functions/reviews/finding-rows.ts';
import { compareReviews } from '../../functions/reviews/judge/compare.ts';
import { concludeByRule } from '../../functions/reviews/judge/conclude.ts';
import { type Content, textContent } from '../../functions/reviews/read/content.ts';

type Compared = Parameters<typeof compareReviews>[0];
type Elements = Content['elements'];

const finding = (id: string, more: { rule?: string; evidence?: Evidence[] }): FindingRow => ({
  ...{ id, persona_id: 'p', dimension: 'Layout', kind: 'fault', severity: 3, evidence: [], comment: `About ${id}.` },
  ...{ fix: null, seen_in: null, position: 0, created_at: 0 },
  ...more,
});

const reviewOf = (id: string, findings: readonly FindingRow[], facts: readonly Fact[] = []): Compared => ({
  row: { id, judge: { model: 'm', prompt: 'p' }, facts: null },
  runs: [],
  findings,
  conclusion: concludeByRule([], findings),
  facts,
});

const on = (element: string): Evidence => ({ quote: null, element, region: null, grounded: true });
const contentWith = (elements: Elements): Content => ({ ...textContent('site', 'Shop', 'Lamps that last.'), elements });

const fact = (rule: string, state: Fact['state'], view: Fact['view'], measured: string | null = null): Fact => ({
  ...{ rule, state, view, measured, reason: null, count: 0, places: [] },
});

describe('facts of two reviews', () => {
  const compared = (rule: string, was: readonly Fact[], is: readonly Fact[]) => {
    const [before, after] = [was, is].map((facts, at) =>
      reviewOf(`review-${at}`, facts.some(({ state }) => state === 'failed') ? [finding(rule, { rule })] : [], facts),
    ) as [Compared, Compared];
    const { fixed, unnamed, new: added, facts } = compareReviews(before, after, contentWith([]));
    return { fixed, unnamed, added, unknown: facts.unknown };
  };
  const WIDE = fact('sideways-scroll', 'passed', 'wide');
  const NARROW = fact('sideways-scroll', 'failed', 'narrow');

  test('a fault of the phone is not fixed because the phone was not seen', () => {
    expect(compared('sideways-scroll', [WIDE, NARROW], [WIDE])).toEqual({
      ...{ fixed: [], unnamed: ['sideways-scroll'], added: [] },
      unknown: { previous: ['sideways-scroll'], current: [] },
    });
  });

  test('a fault of the phone is not new if the phone was not seen before', () => {
    expect(compared('sideways-scroll', [WIDE], [WIDE, NARROW])).toEqual({
      ...{ fixed: [], unnamed: [], added: [] },
      unknown: { previous: [], current: ['sideways-scroll'] },
    });
  });

  test.each<[string, Fact['view']]>([
    ['in its own window', 'narrow'],
    ['in every window', null],
  ])('a fault of the phone is fixed once its rule passes %s', (_, view) => {
    const { fixed } = compared('sideways-scroll', [WIDE, NARROW], [fact('sideways-scroll', 'passed', view)]);
    expect(fixed).toEqual(['sideways-scroll']);
  });

  const loading = (state: Fact['state'], view: Fact['view'], seconds: number) =>
    fact('lcp', state, view, `${seconds} s`);

  test.each([
    ['that is faster by a fifth at most is noise', 4.2, { fixed: [], unnamed: ['lcp'] }],
    ['that is much faster is fixed', 2.1, { fixed: ['lcp'], unnamed: [] }],
  ])('a slow page on the phone %s, though it is as fast as before on a desktop', (_, seconds, expected) => {
    const was = [loading('passed', 'wide', 2), loading('failed', 'narrow', 5)];
    const is = [loading('passed', 'wide', 2), loading('passed', 'narrow', seconds)];
    expect(compared('lcp', was, is)).toMatchObject(expected);
  });
});

describe('faults of elements', () => {
  const compared = (element: string, is: Elements) => {
    const fault = finding('fault', { evidence: [on(element)] });
    const { fixed, unnamed } = compareReviews(reviewOf('one', [fault]), reviewOf('two', []), contentWith(is));
    return { fixed, unnamed };
  };
  const screenshot = (id: string): Elements[0] => ({ id, kind: 'screenshot', label: `The page, ${id}` });

  test('a fault of the phone’s picture is not fixed because there is no such picture', () => {
    expect(compared('screenshot-narrow', [screenshot('screenshot-wide')])).toEqual({ fixed: [], unnamed: ['fault'] });
  });
});
