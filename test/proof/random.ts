import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';

export const randomFrom = (seed: number) => {
  const next = chanceFrom(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <Value>(list: readonly Value[]): Value => list[below(list.length)]!,
  };
};
export type Random = ReturnType<typeof randomFrom>;
