import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';

/** A finding that a lenient judge scored, and what a person says of it. */
export interface RatedFinding {
  samples: number[];
  rating: number;
}

const onScale = (value: number) => Math.min(5, Math.max(1, Math.round(value)));

/** People and a judge who see the same quality, the judge through rose-tinted glasses; the same for the same seed. */
export const openRatedWorld = (seed: number) => {
  const chance = chanceFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return {
    /** As many findings of one review: one quality of the whole, and some of each. */
    review: (count: number): RatedFinding[] => {
      const whole = normal();
      return Array.from({ length: count }, () => {
        const quality = 0.8 * whole + 0.6 * normal();
        const said = 3.8 + 0.7 * quality + 0.3 * normal();
        const samples = Array.from({ length: 3 }, () => onScale(said + 0.4 * normal()));
        return { samples, rating: onScale(3.4 + 1.1 * quality + 0.5 * normal()) };
      });
    },
    /** The same values in another order. */
    shuffled: <Value>(values: readonly Value[]): Value[] => {
      const left = [...values];
      return values.map(() => left.splice(Math.floor(chance() * left.length), 1)[0] as Value);
    },
  };
};

/** Area under the ROC curve: how often what is useful has the higher p than what is not. 0.5 is chance. */
export const areaUnder = (pairs: readonly { p: number; useful: boolean }[]): number => {
  const [good, bad] = [true, false].map((is) => pairs.filter(({ useful }) => useful === is));
  const wins = good!.flatMap((one) => bad!.map((other) => (one.p > other.p ? 1 : one.p === other.p ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
};
