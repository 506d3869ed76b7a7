import { expect, test } from '@jest/globals';
import type { FindingRow } from '../../../functions/reviews/finding-rows.ts';
import { concludeByRule } from '../../../functions/reviews/judge/conclude.ts';
import { bareIn, tellingInterval, whatToFix, whatWorks } from '../../../functions/reviews/report/what-to-fix.ts';

const quote = (text: string, grounded = true) => ({ quote: text, element: null, region: null, grounded });
const at = (element: string, region: number[] | null = null) => ({ quote: null, element, region, grounded: true });

const finding = (id: string, more: Partial<FindingRow> = {}): FindingRow =>
  ({
    id,
    persona_id: `persona-${id}`,
    dimension: 'Clarity',
    kind: 'fault',
    severity: 2,
    evidence: [quote('Buy now and pay later')],
    comment: `A remark about ${id}.`,
    fix: null,
    seen_in: null,
    created_at: 0,
    ...more,
  }) as FindingRow;

const conclude = (findings: FindingRow[]) =>
  concludeByRule(
    findings.map(({ persona_id }, position) => ({ persona_id, position })),
    findings,
  );

const toFix = (findings: FindingRow[]) => {
  const { order, same, struck } = conclude(findings);
  const feedback = findings.map((one) => ({
    ...one,
    grounded: true,
    same_as: same[one.id] ?? null,
    struck: struck[one.id] ?? null,
  }));
  const conclusion = { by: 'rule' as const, notes: [], verdict: [], disagreements: [], order };
  return whatToFix({ review: { conclusion }, feedback }, 5).map(({ lead, others }) =>
    [lead, ...others].map(({ id }) => id),
  );
};

test('the more severe fault comes first, of equal ones that which more personas name', () => {
  const faults = [
    finding('mild', { severity: 1, evidence: [quote('Lamps that last for years')] }),
    finding('grave', { severity: 4, evidence: [quote('No refunds under any circumstances')] }),
    finding('one', { evidence: [quote('Graz is where we work')], comment: 'Which country is that?' }),
    finding('two-a', { comment: 'Payment later sounds like a debt trap.' }),
    finding('two-b', { comment: 'Pay later is a debt trap for students.' }),
  ];
  expect(toFix(faults)).toEqual([['grave'], ['two-a', 'two-b'], ['one'], ['mild']]);
});

test('the more useful fault comes first once ratings of people predict it, and not before', () => {
  const [grave, mild] = [finding('grave', { severity: 4 }), finding('mild', { severity: 1 })];
  const feedback = [grave, mild].map((one, at) => ({
    ...one,
    grounded: true,
    same_as: null,
    struck: null,
    p_useful: at === 0 ? 0.2 : 0.8,
  }));
  const conclusion = { by: 'rule' as const, notes: [], verdict: [], disagreements: [], order: ['grave', 'mild'] };
  const first = (state: string) =>
    whatToFix({ review: { conclusion, calibration: { state } }, feedback }, 5).map(({ lead }) => lead.id);
  expect(first('learning')).toEqual(['grave', 'mild']);
  expect(first('calibrated')).toEqual(['mild', 'grave']);
});

test.each([
  ['the warning of the panel', {}],
  ['a fact', { rule: 'contrast' }],
])('%s, whose usefulness no one predicts, keeps its place among faults ordered by usefulness', (_, more) => {
  const feedback = [
    { ...finding('first', { severity: 4, ...more }), p_useful: null },
    { ...finding('dull'), p_useful: 0.2 },
    { ...finding('telling'), p_useful: 0.8 },
  ].map((one) => ({ ...one, grounded: true, same_as: null, struck: null }));
  const order = ['first', 'dull', 'telling'];
  const conclusion = { by: 'rule' as const, notes: [], verdict: [], disagreements: [], order };
  const review = { conclusion, calibration: { state: 'calibrated' } };
  expect(whatToFix({ review, feedback }, 5).map(({ lead }) => lead.id)).toEqual(['first', 'telling', 'dull']);
});

test('two remarks on one quote that say different things stay two', () => {
  const faults = [
    finding('a', { dimension: 'Trust', comment: 'Promises nothing about refunds.' }),
    finding('b', { dimension: 'Tone', comment: 'Slang puts off business customers.' }),
  ];
  expect(toFix(faults)).toEqual([['a'], ['b']]);
});

test.each(['image-1', 'screenshot', 'page'])(
  'faults of %s as a whole are apart, unless their words are alike',
  (element) => {
    const [contrast, layout] = [
      finding('contrast', { dimension: 'Contrast', evidence: [at(element)], comment: 'Gray letters fade on white.' }),
      finding('layout', { dimension: 'Layout', evidence: [at(element)], comment: 'Three columns crowd the phone.' }),
    ];
    expect(toFix([contrast, layout])).toHaveLength(2);
    expect(toFix([contrast, { ...layout, comment: 'The gray letters fade into white.' }])).toHaveLength(1);
  },
);

test('regions of a picture that overlap are one place, others are not', () => {
  const on = (id: string, region: number[]) =>
    finding(id, { evidence: [at('image-1', region)], comment: `${id} is hard to read.` });
  expect(toFix([on('a', [0, 0, 0.5, 0.5]), on('b', [0.1, 0, 0.5, 0.5])])).toEqual([['a', 'b']]);
  expect(toFix([on('a', [0, 0, 0.2, 0.2]), on('b', [0.7, 0.7, 0.2, 0.2])])).toHaveLength(2);
});

test('a fault without a place is ordered but not among those to fix first, and a made-up quote counts less', () => {
  const faults = [
    finding('bare', { severity: 4, evidence: [], comment: 'There is no price anywhere.' }),
    finding('made-up', { severity: 3, evidence: [quote('Never written at all', false)], comment: 'Odd.' }),
    finding('real', { severity: 2, comment: 'Credit tempts students into debt.' }),
  ];
  expect(conclude(faults).order).toContain('bare');
  expect(toFix(faults)).toEqual([['real'], ['made-up']]);
});

test('strengths have evidence, and those that several personas name come first', () => {
  const strength = { kind: 'strength' as const, severity: null, struck: null };
  const feedback = [
    { ...finding('alone', { evidence: [quote('Each one is tested')] }), ...strength, grounded: true, same_as: null },
    { ...finding('shared'), ...strength, grounded: true, same_as: null },
    { ...finding('again'), ...strength, grounded: true, same_as: 'shared' },
    { ...finding('made-up'), ...strength, grounded: false, same_as: null },
  ];
  expect(whatWorks({ feedback }, 3).map(({ lead, others }) => [lead, ...others].map(({ id }) => id))).toEqual([
    ['shared', 'again'],
    ['alone'],
  ]);
});

test('an interval of usefulness is shown only if it is narrower than 0.6 of the scale', () => {
  expect(tellingInterval({ interval: [0.2, 0.79] })).toEqual([0.2, 0.79]);
  for (const interval of [[0.2, 0.8], [0, 1], null]) expect(tellingInterval({ interval })).toBeNull();
});

test('a quarter of findings without evidence is much; facts count neither as findings nor as lacking evidence', () => {
  const findings = (count: number, grounded: boolean, rule: string | null = null) =>
    Array.from({ length: count }, () => ({ grounded, rule }));
  const facts = [...findings(20, true, 'contrast'), ...findings(5, false, 'html-lang')];
  expect(bareIn([...findings(3, true), ...findings(1, false), ...facts])).toEqual({ bare: 1, count: 4 });
  expect(bareIn([...findings(4, true), ...findings(1, false), ...facts])).toBeUndefined();
  expect(bareIn(facts)).toBeUndefined();
});
