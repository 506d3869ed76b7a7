import { describe, expect, test } from '@jest/globals';
import { type UploadKind, uploadRules } from '../../functions/reviews/read/uploads.ts';
import { MAX_CONTENT_BYTES } from '../../functions/reviews/request-schema.ts';
import { maxCharactersOf } from '../../web/dashboard/pages/reviews/content-limit.ts';
import {
  faultOf,
  REVIEW_ENDINGS,
  reviewFileKind,
  TRANSCRIPT_ENDINGS,
  transcriptKind,
} from '../../web/dashboard/pages/reviews/file-kinds.ts';
import { ALL, arrange, isShown } from '../../web/dashboard/pages/reviews/report/arrange.ts';
import type { ReportedFinding, ReportedPersona } from '../../web/dashboard/pages/reviews/report/types.ts';
import { weighDimensions } from '../../web/dashboard/pages/reviews/report/weigh-dimensions.ts';
import { readNewReviewSearch } from '../../web/dashboard/pages/reviews/search.ts';

const named = (name: string, size = 1) => {
  const file = new File(['x'], name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

describe('the limit of a pasted text', () => {
  test.each([
    ['', 200_000],
    ['Every door is open. ', 200_000],
    ['今日は開いています', 84_650],
    ['"\n', 126_975],
  ])('counts what a text of %j takes as JSON', (sample, most) => {
    expect(maxCharactersOf(sample)).toBe(most);
  });

  test('is the service’s, to a character', () => {
    const most = maxCharactersOf('今');
    const bytesOf = (length: number) => Buffer.byteLength(JSON.stringify('今'.repeat(length)));
    expect(bytesOf(most)).toBeLessThanOrEqual(MAX_CONTENT_BYTES);
    expect(bytesOf(most + 1)).toBeGreaterThan(MAX_CONTENT_BYTES);
  });
});

describe('a file for a review', () => {
  test('is sent with a type that the service accepts, for every extension', () => {
    const all = [
      ...REVIEW_ENDINGS.map((end) => reviewFileKind(named(`a${end}`))),
      ...TRANSCRIPT_ENDINGS.map((end) => transcriptKind(named(`a${end}`))),
    ];
    for (const one of all) expect(uploadRules[one?.kind as UploadKind].types).toContain(one?.type);
    const reachable = new Set(all.map((one) => one?.kind));
    expect([...reachable].sort()).toEqual(Object.keys(uploadRules).sort());
  });

  test('is refused before the upload if unknown, empty or too large', () => {
    const fault = (file: File) => faultOf(file, reviewFileKind(file));
    expect(fault(named('setup.exe'))).toBe('unknown');
    expect(fault(named('no ending'))).toBe('unknown');
    expect(fault(named('a.PDF', 0))).toBe('empty');
    expect(fault(named('a.png', uploadRules.image.max_bytes + 1))).toBe('large');
    expect(fault(named('a.png', uploadRules.image.max_bytes))).toBeUndefined();
  });
});

test('a dimension scored by several personas shows their weighted mean and range, lowest first', () => {
  const persona = (name: string, dimensions: ReportedPersona['dimensions']) =>
    ({ name, dimensions }) as ReportedPersona;
  const [first, second] = weighDimensions([
    persona('Ada', [
      { name: 'Clarity', weight: 0.75, score: 2, not_judged: null, lacks: null },
      { name: 'Trust', weight: 0.25, score: 5, not_judged: null, lacks: null },
    ]),
    persona('Ben', [
      { name: 'Clarity', weight: 0.25, score: 4, not_judged: null, lacks: null },
      { name: 'Flow', weight: 0.75, score: null, not_judged: null, lacks: null },
    ]),
  ]);
  expect(first).toEqual({ name: 'Clarity', score: 2.5, low: 2, high: 4, personas: ['Ada', 'Ben'] });
  expect(second).toMatchObject({ name: 'Trust', score: 5, personas: ['Ada'] });
});

describe('the findings of a report', () => {
  const finding = (id: string, more: Partial<ReportedFinding> = {}) =>
    ({
      id,
      persona_id: 'ada',
      kind: 'fault',
      severity: 2,
      evidence: [{}],
      grounded: true,
      same_as: null,
      struck: null,
      needs_human: true,
      ...more,
    }) as ReportedFinding;
  const struck = { quote: 'It is there.', reason: 'It is.' };
  const items = [
    finding('strength', { kind: 'strength', severity: null }),
    finding('minor', { severity: 1 }),
    finding('bare', { severity: 4, evidence: [], grounded: false }),
    finding('repeat', { same_as: 'worst', persona_id: 'ben' }),
    finding('struck', { struck }),
    finding('worst', { severity: 4 }),
    finding('orphan', { same_as: 'struck', severity: 3 }),
  ];
  const conclusion = {
    by: 'rule' as const,
    notes: [],
    verdict: [],
    disagreements: [],
    order: ['bare', 'worst', 'minor'],
  };

  test('are numbered by urgency: those to fix, other faults, the rest; repeats follow their lead, struck ones end it', () => {
    const { toFix, works, listed, numbers } = arrange({ conclusion }, { items });
    expect(toFix.map(({ id }) => id)).toEqual(['worst', 'minor']);
    expect(works.map(({ id }) => id)).toEqual(['strength']);
    expect(listed.map((one) => [one.finding.id, one.number, one.isRepeat])).toEqual([
      ['worst', 1, false],
      ['repeat', 1, true],
      ['minor', 2, false],
      ['bare', 3, false],
      ['strength', 4, false],
      ['orphan', 5, false],
      ['struck', undefined, false],
    ]);
    expect([numbers.get('repeat'), numbers.get('struck')]).toEqual([1, undefined]);
  });

  test('keep their order while the review runs, without a conclusion', () => {
    const { toFix, works, listed } = arrange({ conclusion: null }, { items: items.slice(0, 2) });
    expect([toFix, works, listed.map(({ finding: { id } }) => id)]).toEqual([[], [], ['strength', 'minor']]);
  });

  test('are filtered by severity, kind, evidence, persona, and as not rated when the filter was chosen', () => {
    const shown = (filter: Partial<typeof ALL>) =>
      items.filter((one) => isShown({ ...ALL, ...filter }, one)).map(({ id }) => id);
    expect(shown({})).toHaveLength(items.length);
    expect(shown({ shown: 4 })).toEqual(['bare', 'worst']);
    expect(shown({ shown: 'strengths' })).toEqual(['strength']);
    expect(shown({ shown: 'bare' })).toEqual(['bare']);
    expect(shown({ persona: 'ben' })).toEqual(['repeat']);
    expect(shown({ shown: 'unrated', unrated: new Set(['minor']) })).toEqual(['minor']);
  });
});

test('the form’s search params keep known values and drop the rest', () => {
  expect(readNewReviewSearch({ kind: 'page', url: 'javascript:alert(1)', persona: '<b>', sample: '1' })).toEqual({
    kind: 'page',
    sample: true,
  });
});
