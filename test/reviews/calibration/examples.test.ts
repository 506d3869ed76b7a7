import { describe, expect, test } from '@jest/globals';
import { EXAMPLE_WORLDS, exampleComplaints, tryExamples } from '../../../bench/eval/examples.ts';
import { labelOf } from '../../../bench/eval/measure.ts';
import { openWorkspace, WORLDS } from '../../../bench/eval/worlds.ts';
import { type Label, RAW } from '../../../functions/reviews/judge/calibration/calibrator.ts';
import {
  type Candidate,
  candidatesOf,
  chooseExamples,
  judgeTrial,
  LOOKS,
  looksAt,
  MAX_EXAMPLES,
} from '../../../functions/reviews/judge/calibration/examples.ts';
import type { Checked } from '../../../functions/reviews/judge/calibration/folds.ts';

const candidate = (at: number, more: Partial<Candidate> = {}): Candidate => ({
  review_id: `r${at}`,
  finding_id: `f${at}`,
  persona_id: `p${at % 3}`,
  dimension: `d${at % 4}`,
  useful: at % 2 === 0,
  error: 1 - at / 100,
  ...more,
});
const many = (count: number, more: Partial<Candidate> = {}) =>
  Array.from({ length: count }, (_, at) => candidate(at, more));
const labels = (world: string, count: number, seed: number): Label[] =>
  openWorkspace(WORLDS[world]!, seed, { labels: count, test: 1 }).labels.map(labelOf);

describe('examples', () => {
  test('are the findings that were predicted most wrongly', () => {
    const chosen = chooseExamples([...many(6), candidate(7, { error: 0.05 }), candidate(8, { error: 0.04 })]);
    expect(chosen.map(({ finding_id }) => finding_id).sort()).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5']);
  });

  test('are spread over personas, dimensions, and useful and useless ones', () => {
    const alike = Array.from({ length: 20 }, (_, at) =>
      candidate(at, { persona_id: 'p', dimension: 'd', useful: true, error: 0.9 }),
    );
    const others = Array.from({ length: 5 }, (_, at) =>
      candidate(100 + at, { persona_id: `q${at}`, dimension: `e${at}`, useful: at > 2, error: 0.6 }),
    );
    const chosen = chooseExamples([...alike, ...others]);
    expect(chosen).toHaveLength(MAX_EXAMPLES);
    expect(chosen.filter(({ persona_id }) => persona_id === 'p').length).toBeLessThanOrEqual(2);
    expect(chosen.filter(({ useful }) => !useful)).toHaveLength(3);
  });

  test('are none if there are too few, or only praised ones', () => {
    expect(chooseExamples(many(3))).toEqual([]);
    expect(chooseExamples(many(20, { useful: true }))).toEqual([]);
    expect(chooseExamples(many(4))).toHaveLength(4);
  });

  test('leave out findings that people disagree about', () => {
    const checked = (finding_id: string, rating: number, p_useful: number) => {
      const label = { ...labels('control', 1, 1)[0]!, persona_id: 'p', dimension: 'd', finding_id, rating };
      return { label, judged: { p_useful, interval: [0, 1], needs_human: true, rating: 3 }, base: 0.5 };
    };
    const all = [
      checked('a', 5, 0.3),
      checked('a', 1, 0.3),
      checked('b', 1, 0.6),
      checked('c', 5, 0.2),
      checked('c', 4, 0.2),
    ];
    expect(candidatesOf(all as Checked<(typeof all)[0]['label']>[])).toMatchObject([
      { finding_id: 'c', useful: true, error: expect.closeTo(0.8) },
      { finding_id: 'b', useful: false, error: expect.closeTo(0.6) },
    ]);
  });
});

describe('a trial', () => {
  test('is looked at after so many ratings of both arms, over eight reviews each', () => {
    const all = labels('control', 240, 1);
    expect(looksAt(all, all.slice(0, LOOKS[0] - 1))).toBe(0);
    expect(looksAt(all, all.slice(0, LOOKS[0]))).toBe(1);
    expect(looksAt(all.slice(0, LOOKS[1]), all)).toBe(2);
    expect(looksAt(all, all)).toBe(LOOKS.length);
    expect(
      looksAt(
        all,
        all.map((label) => ({ ...label, review_id: 'one' })),
      ),
    ).toBe(0);
  });

  test('keeps what raises held-out skill clearly, drops what lowers it, and ends with the last look', () => {
    const [good, bad] = [labels('severity', 120, 1), labels('adversary', 120, 1)];
    expect(judgeTrial(bad, good, RAW)).toBe('keep');
    expect(judgeTrial(good, bad, RAW)).toBe('drop');
    expect(judgeTrial(good.slice(0, 30), bad.slice(0, 30), RAW)).toBe('go on');
    const same = labels('control', 480, 3);
    expect(judgeTrial(same.slice(0, 240), same.slice(240), RAW)).toBe('drop');
  });

  test('asks raters who were held out, too', () => {
    const flat = labels('adversary', 120, 1);
    // Each rater likes other personas, as only their other reviews show.
    const own = labels('severity', 120, 1).map((label, at): Label => {
      const rater = at % 3;
      const persona = (at >> 2) % 6;
      const terms = { level: 1, [`persona:${rater}-${persona}`]: 1 };
      return { ...label, terms, rater: `rater-${rater}`, rating: persona % 2 === 0 ? 5 : 1 };
    });
    expect(judgeTrial(flat, own, RAW)).not.toBe('keep');
    expect(
      judgeTrial(
        flat,
        own.map((label) => ({ ...label, rater: 'one' })),
        RAW,
      ),
    ).toBe('keep');
  });

  test.each(Object.entries(EXAMPLE_WORLDS))(
    'the trial of a judge keeps the promises of the eval: %s',
    (world, takes) => {
      const tried = Array.from({ length: 12 }, (_, seed) => tryExamples(takes, 5000 + seed));
      expect(exampleComplaints([{ world, tried }])).toEqual([]);
      const kept = tried.filter(({ verdict }) => verdict === 'kept');
      expect(kept.length > 5).toBe(world === 'examples help');
      for (const { brier, without } of kept) expect(brier).toBeLessThan(without + 0.03);
    },
  );
});

test('the gate finds harmful examples that are kept, and helpful ones that are not', () => {
  const tried = (verdict: 'kept' | 'dropped', count: number) =>
    Array.from({ length: count }, () => ({ verdict, brier: 0.2, without: 0.2, labels: 300 }));
  const harm = (kept: number) =>
    exampleComplaints([{ world: 'examples harm', tried: [...tried('kept', kept), ...tried('dropped', 200 - kept)] }]);
  expect(harm(10)).toEqual([]);
  expect(harm(25)).toHaveLength(1);
  expect(exampleComplaints([{ world: 'examples help', tried: tried('dropped', 10) }])).toHaveLength(2);
});
