import { parseArgs } from 'node:util';
import {
  type Features,
  featuresOf,
  likeness,
  readReport,
  type Weights,
} from '../../functions/annotations/duplicates/similar.ts';
import { type Pair, readPairs, scoreOf } from './pairs.ts';

const HELP = `npm run eval:duplicates -- [options]

Measures the rule that suggests duplicates on labeled pairs of notes.

  --data DIR    pairs from DIR/*.jsonl instead, in the form of bench/duplicates/README.md
  --fit         fits the weights to the pairs, and measures them on topics that they weren't fitted to
  --help        this text
`;

const STEPS = 4000;
const RATE = 0.5;
const DECAY = 0.003;

interface Case {
  topic: string;
  features: Features;
  duplicate: boolean;
}

const casesOf = (pairs: readonly Pair[]): Case[] =>
  pairs.map(({ id, notes: [one, other], duplicate }) => ({
    topic: id.split('-').slice(0, 2).join('-'),
    features: featuresOf(readReport(one), readReport(other)),
    duplicate,
  }));

/** The list of faults was written with these pairs in view, so each counts once more as if no fault were known. */
const withoutFaults = (one: Case): Case => ({
  ...one,
  features: { ...one.features, faults: 0, faultShare: 0, otherFaults: 0 },
});

/** Logistic regression. Pairs of different places are decided without weights. */
const fit = (cases: readonly Case[]): Weights => {
  const placed = cases.filter(({ features }) => Number.isFinite(likeness(features)));
  const all = [...placed, ...placed.map(withoutFaults)];
  const names = Object.keys(all[0]?.features ?? {}) as (keyof Features)[];
  let weights = Object.fromEntries([...names, 'bias'].map((name) => [name, 0])) as Weights;
  for (let step = 0; step < STEPS; step += 1) {
    const slope = Object.fromEntries(names.map((name) => [name, DECAY * weights[name]])) as Weights;
    slope.bias = 0;
    for (const { features, duplicate } of all) {
      const miss = (1 / (1 + Math.exp(-likeness(features, weights))) - Number(duplicate)) / all.length;
      for (const name of names) slope[name] += miss * features[name];
      slope.bias += miss;
    }
    weights = Object.fromEntries(
      Object.entries(weights).map(([name, weight]) => [name, weight - RATE * slope[name as keyof Weights]]),
    ) as Weights;
  }
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * 10) / 10]),
  ) as Weights;
};

const say = (text: string) => process.stdout.write(`${text}\n`);

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

const tell = (name: string, cases: readonly Case[], weightsOf?: (topic: string) => Weights) => {
  const { f1, precision, recall } = scoreOf(
    cases.map(({ topic, features, duplicate }) => ({
      duplicate,
      isSuggested: likeness(features, weightsOf?.(topic)) > 0,
    })),
  );
  say(
    `${name}: ${cases.length} pairs, F1 ${f1.toFixed(3)}, precision ${percent(precision)}, recall ${percent(recall)}`,
  );
};

const { values } = parseArgs({
  options: { data: { type: 'string' }, fit: { type: 'boolean' }, help: { type: 'boolean' } },
});

if (values.help) say(HELP);
else if (values.data) tell(values.data, casesOf(await readPairs(values.data)));
else {
  const first = casesOf(await readPairs(new URL('pairs', import.meta.url)));
  const second = casesOf(await readPairs(new URL('second', import.meta.url)));
  tell('pairs', first);
  tell('second', second);
  if (values.fit) {
    const topics = [...new Set(first.map(({ topic }) => topic))];
    const fitted = new Map(topics.map((topic) => [topic, fit(first.filter((one) => one.topic !== topic))]));
    const weights = fit(first);
    tell('pairs, fitted without their own topic', first, (topic) => fitted.get(topic) ?? weights);
    tell('second, fitted to the first', second, () => weights);
    say(JSON.stringify(weights, null, 2));
  }
}
