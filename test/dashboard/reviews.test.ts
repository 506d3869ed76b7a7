import { describe, expect, test } from '@jest/globals';
import { type UploadKind, uploadRules } from '../../functions/reviews/read/uploads.ts';
import {
  faultOf,
  REVIEW_ENDINGS,
  reviewFileKind,
  TRANSCRIPT_ENDINGS,
  transcriptKind,
} from '../../web/dashboard/pages/reviews/file-kinds.ts';
import type { ReportedPersona } from '../../web/dashboard/pages/reviews/report/types.ts';
import { weighDimensions } from '../../web/dashboard/pages/reviews/report/weigh-dimensions.ts';
import { readNewReviewSearch } from '../../web/dashboard/pages/reviews/search.ts';

const named = (name: string, size = 1) => {
  const file = new File(['x'], name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

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
      { name: 'Clarity', weight: 0.75, score: 2 },
      { name: 'Trust', weight: 0.25, score: 5 },
    ]),
    persona('Ben', [
      { name: 'Clarity', weight: 0.25, score: 4 },
      { name: 'Flow', weight: 0.75, score: null },
    ]),
  ]);
  expect(first).toEqual({ name: 'Clarity', score: 2.5, low: 2, high: 4, personas: ['Ada', 'Ben'] });
  expect(second).toMatchObject({ name: 'Trust', score: 5, personas: ['Ada'] });
});

test('the form’s search params keep known values and drop the rest', () => {
  expect(readNewReviewSearch({ kind: 'page', url: 'javascript:alert(1)', persona: '<b>', sample: '1' })).toEqual({
    kind: 'page',
    sample: true,
  });
});
