import { describe, expect, test } from '@jest/globals';
import { said } from '../../functions/codes/said.ts';
import type { Fact } from '../../functions/facts/fact.ts';
import type { Evidence, FindingRow } from '../../functions/reviews/finding-rows.ts';
import { compareReviews } from '../../functions/reviews/judge/compare.ts';
import { concludeByRule } from '../../functions/reviews/judge/conclude.ts';
import { type Content, MAX_ELEMENTS, textContent } from '../../functions/reviews/read/content.ts';
import type { RunRow } from '../../functions/reviews/run-rows.ts';
import { PANEL_ID } from '../../functions/reviews/the-panel.ts';

type Compared = Parameters<typeof compareReviews>[0];
type Elements = Content['elements'];

const finding = (
  id: string,
  more: Partial<Pick<FindingRow, 'persona_id' | 'rule' | 'evidence' | 'comment'>>,
): FindingRow => ({
  ...{ id, persona_id: 'p', dimension: 'Layout', kind: 'fault', severity: 3, evidence: [], comment: `About ${id}.` },
  ...{ fix: null, seen_in: null, position: 0, created_at: 0 },
  ...more,
});

const runOf = (persona_id: string, state: 'done' | 'failed', samples_asked = 1) =>
  ({ persona_id, state, samples_asked, scores: [] as RunRow['scores'] }) as RunRow;

const reviewOf = (id: string, findings: readonly FindingRow[], more: Partial<Compared>): Compared => ({
  row: { id, judge: { model: 'm', prompt: 'p' }, facts: null },
  runs: [runOf('p', 'done')],
  findings,
  conclusion: concludeByRule([], findings),
  ...more,
});

const on = (element: string): Evidence => ({ quote: null, element, region: null, grounded: true });
const contentWith = (elements: Elements): Content => ({ ...textContent('site', 'Shop', 'Lamps that last.'), elements });

const fact = (rule: string, state: Fact['state'], view: Fact['view'], measured: string | null = null): Fact => ({
  ...{ rule, state, view, measured, reason: null, count: 0, places: [] },
});

describe('facts of two reviews', () => {
  const compared = (rule: string, was: readonly Fact[], is: readonly Fact[]) => {
    const reviewWith = (facts: readonly Fact[], id: string) => {
      const findings = facts.some(({ state }) => state === 'failed') ? [finding(rule, { rule })] : [];
      return reviewOf(id, findings, { facts });
    };
    const compared = compareReviews(reviewWith(was, 'one'), reviewWith(is, 'two'));
    const { fixed, unnamed, new: added, facts } = compared;
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

  test('a slow page on the phone is neither fixed nor new because the desktop, which is fast, varies', () => {
    const slow = [loading('passed', 'wide', 1), loading('failed', 'narrow', 5.1)];
    const fast = [loading('passed', 'wide', 1.4), loading('passed', 'narrow', 4.9)];
    expect(compared('lcp', slow, fast)).toMatchObject({ fixed: [], unnamed: ['lcp'] });
    expect(compared('lcp', fast, slow)).toMatchObject({ added: [], unknown: { current: ['lcp'] } });
  });
});

describe('faults of elements', () => {
  /** A persona faults an element of the first content, and `found` of the second. */
  const compared = (element: string, was: Elements | undefined, is: Elements, found?: string) => {
    const fault = (id: string, of: string) => finding(id, { evidence: [on(of)] });
    const { fixed, unnamed, still } = compareReviews(
      reviewOf('one', [fault('fault', element)], { content: was && contentWith(was) }),
      reviewOf('two', found ? [fault('again', found)] : [], { content: contentWith(is) }),
    );
    return { fixed, unnamed, still };
  };
  const elements = (kind: Elements[0]['kind'], labels: readonly string[]): Elements =>
    labels.map((label, at) => ({ id: `${kind}-${at + 1}`, kind, label }));
  const FIXED = { fixed: ['fault'], unnamed: [], still: [] };
  const UNNAMED = { fixed: [], unnamed: ['fault'], still: [] };

  test('a fault of the phone’s picture is not fixed because there is no such picture', () => {
    const [wide, narrow] = elements('screenshot', ['wide', 'narrow']) as [Elements[0], Elements[0]];
    expect(compared(narrow.id, [wide, narrow], [wide])).toEqual(UNNAMED);
  });

  test('a fault of an element that moved is not fixed, and one of an element that left is', () => {
    const was = elements('image', ['Logo', '', 'Lamp', 'Shop']);
    expect(compared('image-4', was, elements('image', ['Logo', 'Lamp', 'Shop']))).toEqual(UNNAMED);
    expect(compared('image-4', was, elements('image', ['Logo', '', 'Lamp', 'Garden']))).toEqual(FIXED);
  });

  test('a link whose address changed has left', () => {
    const [link] = elements('link', ['Buy']) as [Elements[0]];
    expect(compared('link-1', [{ ...link, href: '/old' }], [{ ...link, href: '/new' }])).toEqual(FIXED);
    expect(compared('link-1', [{ ...link, href: '/old' }], [{ ...link, href: '/old' }])).toEqual(UNNAMED);
  });

  const link = (label: string, href: string): Elements[0] => ({ id: 'link-1', kind: 'link', label, href });

  test.each<[string, Elements[0], Elements[0]]>([
    ['a fragment', link('Mail', '/cdn-cgi/l/email-protection#4f'), link('Mail', '/cdn-cgi/l/email-protection#a1')],
    ['a token', link('Log out', '/out?_wpnonce=4f'), link('Log out', '/out?_wpnonce=a1')],
    ['a session', link('Cart', '/cart;jsessionid=4f'), link('Cart', '/cart;jsessionid=a1')],
    ['its label', link('Cart (empty)', '/cart'), link('Cart (1)', '/cart?sid=a1')],
    [
      'a number',
      { id: 'button-1', kind: 'button', label: 'Cart (0)' },
      { id: 'button-1', kind: 'button', label: 'Cart (1)' },
    ],
  ])('a fault of an element that differs only in %s is not fixed', (_, was, is) => {
    expect(compared(was.id, [was], [is])).toEqual(UNNAMED);
  });

  test('a fault of an element that got a label is fixed', () => {
    expect(compared('link-1', [link('', '/cart')], [link('Cart', '/cart')])).toEqual(FIXED);
  });

  test('a fault of an element that moved and has another token is still there if it is found again', () => {
    const was = [link('Log in', '/in?state=4f')];
    const is = [link('Home', '/'), { ...link('Log in', '/in?state=a1'), id: 'link-2' }];
    expect(compared('link-1', was, is, 'link-2')).toMatchObject({ still: [{ id: 'again', previous_id: 'fault' }] });
  });

  test('a fault is not fixed if the earlier content is unknown, or the later one has more elements than are kept', () => {
    expect(compared('image-9', undefined, [])).toEqual(UNNAMED);
    const many = Array.from({ length: MAX_ELEMENTS }, (_, at) => `Link ${at}`);
    expect(compared('link-1', elements('link', ['Buy']), elements('link', many))).toEqual(UNNAMED);
    expect(compared('link-1', elements('link', ['Buy']), elements('link', many.slice(1)))).toEqual(FIXED);
  });

  test('a fault of an element that is found again where it moved is still there', () => {
    const was = elements('link', ['Home', 'Terms', 'Buy']);
    expect(compared('link-3', was, elements('link', ['Home', 'Buy']), 'link-2')).toEqual({
      ...{ fixed: [], unnamed: [], still: [{ id: 'again', previous_id: 'fault' }] },
    });
  });
});

test.each([
  ['another model answered', { model: 'm2', prompt: 'p' }, true],
  ['another prompt was sent', { model: 'm', prompt: 'p2' }, true],
  ['the same judge answered', { model: 'm', prompt: 'p' }, false],
  ['no model answered', null, false],
])('the judge has changed if both reviews have one and they differ: %s', (_, judge, judge_changed) => {
  const [one, two] = [reviewOf('one', [], {}), reviewOf('two', [], { row: { id: 'two', judge, facts: null } })];
  expect(compareReviews(one, two).judge_changed).toBe(judge_changed);
  expect(compareReviews(two, one).judge_changed).toBe(judge_changed);
});

describe('faults of a persona that answered in only one of both reviews', () => {
  const compared = (was: readonly FindingRow[], is: readonly FindingRow[], runs: readonly RunRow[][]) => {
    const [before = [], after = []] = runs;
    const {
      unnamed,
      new: added,
      still,
    } = compareReviews(reviewOf('one', was, { runs: before }), reviewOf('two', is, { runs: after }));
    return { unnamed, added, still };
  };
  const NONE = { unnamed: [], added: [], still: [] };
  const DONE = [runOf('p', 'done'), runOf('q', 'done')];

  test.each([
    ['failed', [runOf('p', 'failed'), runOf('q', 'done')]],
    ['was asked nothing', [runOf('p', 'done', 0), runOf('q', 'done')]],
    ['was deleted', [runOf('q', 'done')]],
  ])('are neither unnamed nor new if it %s in the other', (_, runs) => {
    const fault = finding('fault', {});
    expect(compared([fault], [], [DONE, runs])).toEqual(NONE);
    expect(compared([], [fault], [runs, DONE])).toEqual(NONE);
    expect(compared([fault], [], [DONE, DONE])).toEqual({ ...NONE, unnamed: ['fault'] });
    expect(compared([], [fault], [DONE, DONE])).toEqual({ ...NONE, added: ['fault'] });
  });

  const SAID = { comment: 'Nothing on the page says when the lamp arrives.' };
  const FAILED = [runOf('p', 'failed'), runOf('q', 'done')];

  test('count if another persona names them, too, and answered', () => {
    const both = [finding('fault', SAID), finding('repeat', { ...SAID, persona_id: 'q' })];
    expect(compared(both, [], [DONE, FAILED])).toEqual({ ...NONE, unnamed: ['fault'] });
    expect(compared([], both, [FAILED, DONE])).toEqual({ ...NONE, added: ['fault'] });
  });

  test('are still there if another persona names them', () => {
    const named = finding('named', { ...SAID, persona_id: 'q' });
    const still = [{ id: 'named', previous_id: 'fault' }];
    expect(compared([finding('fault', SAID)], [named], [DONE, FAILED])).toEqual({ ...NONE, still });
  });

  test('don’t include those of the panel, which answers in every review', () => {
    const own = finding('own', { persona_id: PANEL_ID });
    expect(compared([own], [], [DONE, DONE])).toEqual({ ...NONE, unnamed: ['own'] });
  });
});

describe('faults of words in a picture', () => {
  const quoting = (quote: string): Evidence => ({ quote, element: 'image-1', region: null, grounded: true });
  const seenWith = (text: string, transcript: string): Content => ({
    ...textContent('image', 'Poster', text),
    transcripts: [{ element: 'image-1', text: transcript }],
  });
  const compared = (was: Content, is: Content) => {
    const fault = finding('fault', { evidence: [quoting('Sale ends on Sunday night')] });
    const { fixed, unnamed } = compareReviews(
      reviewOf('one', [fault], { content: was }),
      reviewOf('two', [], { content: is }),
    );
    return { fixed, unnamed };
  };

  test('are not fixed because a model read the picture in other words', () => {
    const was = seenWith('', 'Big sale\nSale ends on Sunday night');
    expect(compared(was, seenWith('', 'Big sale\nEnds Sunday'))).toEqual({ fixed: [], unnamed: ['fault'] });
  });

  test('are fixed if they were also in the text, and have left both', () => {
    const was = seenWith('Sale ends on Sunday night', 'Sale ends on Sunday night');
    expect(compared(was, seenWith('Big sale', 'Big sale'))).toEqual({ fixed: ['fault'], unnamed: [] });
  });
});

describe('faults of a page that has lost its end', () => {
  const imprint = { id: 'link-1', kind: 'link', label: 'Imprint', href: '/imprint' } as const;
  const taxes: Evidence = { quote: 'Prices include taxes.', element: null, region: null, grounded: true };
  const whole: Content = {
    ...textContent('site', 'Shop', 'Lamps that last. Prices include taxes.'),
    elements: [imprint],
  };
  const compared = (was: Partial<Content>, is: Partial<Content>) => {
    const faults = [finding('imprint', { evidence: [on('link-1')] }), finding('taxes', { evidence: [taxes] })];
    const { fixed, unnamed } = compareReviews(
      reviewOf('one', faults, { content: { ...whole, ...was } }),
      reviewOf('two', [], { content: { ...contentWith([]), ...is } }),
    );
    return { fixed, unnamed };
  };
  const FIXED = { fixed: ['imprint', 'taxes'], unnamed: [] };
  const UNNAMED = { fixed: [], unnamed: ['imprint', 'taxes'] };
  const cut = { kept: 16, of: 80_000 };

  test.each<[string, Partial<Content>]>([
    ['exceeded a limit', { notes: [said('page_partly_seen')] }],
    ['is over 1 MB of HTML', { notes: [said('no_title'), said('page_cut')] }],
    ['is over 4 MB of HTML', { notes: [said('document_cut')] }],
    ['is a PDF of too many pages', { notes: [said('pdf_first_pages_read', { count: 200, all: 201 })] }],
    ['is too long', { cut }],
  ])('are not fixed if it %s', (_, is) => {
    expect(compared({}, is)).toEqual(UNNAMED);
  });

  test('are not fixed if only its article was read, unless that was so before', () => {
    const article = { notes: [said('article_read')] };
    expect(compared({}, article)).toEqual(UNNAMED);
    expect(compared(article, article)).toEqual(FIXED);
  });

  test('are fixed if it was read whole', () => {
    expect(compared({ cut }, { notes: [said('page_seen'), said('no_title')] })).toEqual(FIXED);
  });
});
