import { describe, expect, test } from '@jest/globals';
import { PersonaCreate } from '../../functions/personas/schema.ts';
import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';
import {
  addShare,
  changeShare,
  mostOf,
  removeShare,
  type Share,
  toShares,
  toWeight,
  WHOLE,
} from '../../web/dashboard/pages/personas/dimension-weights.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const expectWhole = (shares: readonly number[]) => {
  expect(sum(shares)).toBe(WHOLE);
  expect(shares.filter((share) => share < 0 || !Number.isInteger(share))).toEqual([]);
};

const lock = (shares: readonly number[], locked: (index: number) => boolean): Share[] =>
  shares.map((share, index) => ({ share, isLocked: locked(index) }));

describe(`shares of 2,000 random personas (SEED=${SEED})`, () => {
  const random = chanceFrom(SEED);
  const sizes: ((index: number) => number)[] = [
    () => random(),
    () => random() * 1000,
    () => Math.round(random() * 3),
    (index) => (index === 0 ? 1 : 0),
    () => random() * 1e-9,
    () => 1000,
  ];
  const personas = Array.from({ length: 2000 }, (_, at) => {
    const weightOf = sizes[at % sizes.length] ?? random;
    return toShares(Array.from({ length: 1 + Math.floor(random() * 12) }, (_, index) => weightOf(index)));
  });

  test('always add up and are never negative', () => {
    for (const shares of personas) expectWhole(shares);
  });

  test('add up after any change, and locked ones stay unchanged', () => {
    for (const before of personas) {
      const shares = lock(before, () => random() < 0.3);
      const index = Math.floor(random() * before.length);
      const wanted = (random() - 0.2) * 1500;
      const after = changeShare(shares, index, wanted);
      expectWhole(after);
      for (const [at, { isLocked, share }] of shares.entries()) if (isLocked) expect(after[at]).toBe(share);
      const isMovable = shares.some(({ isLocked }, at) => at !== index && !isLocked) && !shares[index]?.isLocked;
      if (!isMovable) expect(after).toEqual(before);
      else expect(after[index]).toBe(Math.min(mostOf(shares, index), Math.max(0, Math.round(wanted))));
    }
  });

  test('keep the proportions of the other shares, to a tenth of a percent', () => {
    for (const before of personas.filter(({ length }) => length > 2)) {
      const after = changeShare(
        lock(before, () => false),
        0,
        200,
      );
      const others = WHOLE - (before[0] ?? 0);
      if (others === 0) continue;
      for (let at = 1; at < before.length; at += 1)
        expect(Math.abs((after[at] ?? 0) - ((before[at] ?? 0) * 800) / others)).toBeLessThan(1);
    }
  });

  test('add up after a dimension is added or removed', () => {
    for (const before of personas) {
      const shares = lock(before, () => random() < 0.3);
      const more = addShare(shares);
      expect(more).toHaveLength(before.length + 1);
      expectWhole(more);
      if (before.length === 1) continue;
      const fewer = removeShare(shares, Math.floor(random() * before.length));
      expect(fewer).toHaveLength(before.length - 1);
      expectWhole(fewer);
    }
  });

  test('are accepted by the service and returned unchanged', () => {
    for (const shares of personas.slice(0, 200)) {
      const body = PersonaCreate.parse({
        name: 'Reader',
        title: 'Reads',
        category: 'copy',
        description: 'Reads what there is.',
        evaluation_dimensions: shares.map((share, index) => ({
          name: `Dimension ${index}`,
          description: 'What it is.',
          weight: toWeight(share),
        })),
      });
      const weights = body.evaluation_dimensions.map(({ weight }) => weight);
      expect(sum(weights)).toBeCloseTo(1, 9);
      expect(toShares(weights)).toEqual(shares);
    }
  });
});

describe('a change of one share', () => {
  test('divides the rest equally if all others were zero', () => {
    expect(
      changeShare(
        lock([1000, 0, 0, 0], () => false),
        0,
        100,
      ),
    ).toEqual([100, 300, 300, 300]);
  });

  test('is limited by the locked shares', () => {
    expect(
      changeShare(
        lock([200, 300, 500], (index) => index === 2),
        0,
        900,
      ),
    ).toEqual([500, 0, 500]);
  });

  test('changes nothing without a number', () => {
    expect(
      changeShare(
        lock([400, 600], () => false),
        0,
        Number.NaN,
      ),
    ).toEqual([400, 600]);
  });

  test('gives a third to each of three equal ones', () => expect(toShares([1, 1, 1])).toEqual([334, 333, 333]));

  test('is divided among all shares if the only unlocked one is removed', () => {
    expect(
      removeShare(
        lock([200, 300, 500], (index) => index > 0),
        0,
      ),
    ).toEqual([375, 625]);
  });
});
