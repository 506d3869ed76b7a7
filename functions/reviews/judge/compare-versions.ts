import { type Blind, type BlindAnswer, NOISE, type RunRow } from '../run-rows.ts';

type Noise = (typeof NOISE)[number];
type Judged = Extract<Blind, { state: 'judged' }>;

/** Of a persona's weighted mean of steps; less is no preference. */
const MIN_PREFERENCE = 0.25;
/** One of five may differ: 4 to 1 comes from tossed coins in 38% of cases, 3 to 1 in 63%. */
const MAX_CHANCE = 0.4;

const signedOf = ({ better, by }: BlindAnswer['dimensions'][number]): number => {
  if (better === 'same') return 0;
  return better === 'new' ? by : -by;
};

const versionOf = (value: number) => {
  if (value === 0) return 'same' as const;
  return value > 0 ? ('new' as const) : ('previous' as const);
};

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** -1 for the previous version, 1 for the new one, 0 for neither. */
const preferenceIn = ({ dimensions }: Pick<BlindAnswer, 'dimensions'>, { persona }: RunRow): number => {
  const weights = new Map(persona.evaluation_dimensions.map(({ name, weight }) => [name, weight]));
  const all = dimensions.map((one) => ({ value: signedOf(one), weight: weights.get(one.dimension) ?? 0 }));
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  const mean = total === 0 ? 0 : all.reduce((sum, { value, weight }) => sum + value * weight, 0) / total;
  return Math.abs(mean) < MIN_PREFERENCE ? 0 : Math.sign(mean);
};

/** Of several answers by one persona: their mean, in the words of one that agrees with it. */
const merged = ({ answers }: Judged, { persona }: RunRow) =>
  persona.evaluation_dimensions.flatMap(({ name }) => {
    const said = answers.flatMap(({ dimensions }) => dimensions.find(({ dimension }) => dimension === name) ?? []);
    const signs = new Set(said.map(signedOf).map(Math.sign));
    const mean = meanOf(said.map(signedOf));
    const better = versionOf(mean);
    const spoken = said.find((one) => one.better === better) ?? said[0];
    if (!spoken) return [];
    return [{ ...spoken, better, by: Math.ceil(Math.abs(mean)), flips: signs.has(1) && signs.has(-1) } as const];
  });

/** The probability that as many tosses of a coin are at least as one-sided. */
const chanceOf = (one: number, other: number): number => {
  const tosses = one + other;
  let ways = 1;
  let onesided = 0;
  for (let heads = 0; heads <= tosses; heads += 1) {
    if (Math.abs(tosses - 2 * heads) >= Math.abs(one - other)) onesided += ways;
    ways = (ways * (tosses - heads)) / (heads + 1);
  }
  return onesided / 2 ** tosses;
};

interface Moved {
  persona_id: string;
  dimension: string;
  from: number;
  to: number;
}

/** Which version a panel prefers that didn't know which is which, and what of it may be noise. */
export const compareVersions = (runs: readonly RunRow[], moved: readonly Moved[]) => {
  const blind = runs.flatMap((run) => (run.blind ? [{ run, blind: run.blind }] : []));
  if (blind.length === 0) return null;
  const judged = blind.flatMap((one) => (one.blind.state === 'judged' ? [{ run: one.run, blind: one.blind }] : []));
  const sideOf = (letter: BlindAnswer['new_as']): number =>
    Math.sign(
      judged
        .flatMap(({ run, blind: { answers } }) =>
          answers.filter(({ new_as }) => new_as === letter).map((one) => preferenceIn(one, run)),
        )
        .reduce((sum, value) => sum + value, 0),
    );
  const follows_order = sideOf('A') * sideOf('B') < 0;
  const personas = blind.map(({ run, blind: own }) => {
    const dimensions = own.state === 'judged' ? merged(own, run) : [];
    const preference = versionOf(preferenceIn({ dimensions }, run));
    return {
      persona_id: run.persona_id,
      new_shown_as: own.state === 'judged' ? own.answers.map(({ new_as }) => new_as) : [],
      prefers: own.state === 'judged' ? preference : null,
      error: own.state === 'failed' ? own.error : null,
      dimensions: dimensions.map(({ flips, ...one }) => {
        const score = moved.find((each) => each.persona_id === run.persona_id && each.dimension === one.dimension);
        const is: Record<Noise, boolean> = {
          order: flips || (follows_order && one.better !== 'same'),
          slight: one.by === 1,
          no_quote: one.better !== 'same' && one.quotes.new === null && one.quotes.previous === null,
          scores_differ: score !== undefined && Math.sign(score.to - score.from) * signedOf(one) < 0,
        };
        return { ...one, noise: NOISE.filter((name) => is[name]) };
      }),
    };
  });
  const count = (version: 'new' | 'previous' | 'same') => personas.filter(({ prefers }) => prefers === version).length;
  const [prefer_new, prefer_previous] = [count('new'), count('previous')];
  const chance = chanceOf(prefer_new, prefer_previous);
  const side = prefer_new > prefer_previous ? ('better' as const) : ('worse' as const);
  const outcome = follows_order || chance > MAX_CHANCE ? ('unclear' as const) : side;
  const unjudged = blind.some((one) => one.blind.state === 'unchanged') ? ('unchanged' as const) : ('failed' as const);
  const state = judged.length > 0 ? ('judged' as const) : unjudged;
  const cuts = judged.map(({ blind: { cut } }) => cut);
  return {
    state,
    outcome: state === 'judged' ? outcome : null,
    ...{ prefer_new, prefer_previous, prefer_neither: count('same') },
    chance: state === 'judged' ? chance : null,
    follows_order,
    cut: cuts.find((one) => one.new || one.previous) ?? null,
    personas,
  };
};
