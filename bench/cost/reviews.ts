import type { Tokens } from '../../functions/reviews/run-rows.ts';
import { estimateTokens } from '../../functions/reviews/spend/estimate.ts';
import { costOf, type Prices } from '../../functions/reviews/spend/prices.ts';
import { markdownTable } from '../markdown.ts';
import { MILLION, usd } from '../prices.ts';

/** List prices in dollars per million tokens, read on 2026-11-23. */
const MODELS: Readonly<Record<string, Prices>> = {
  'Claude Sonnet 4.6': { input: 3, cached: 0.3, written: 3.75, output: 15 },
  'Claude Haiku 4.5': { input: 1, cached: 0.1, written: 1.25, output: 5 },
  'GPT-5.4 mini': { input: 0.75, cached: 0.075, written: 0.75, output: 4.5 },
};

const PANEL = { personas: 5, samples: 3 };

const CONTENTS = [
  { name: 'Landing page, 3,000 characters', characters: 3000, pictures: 0 },
  { name: 'The same page, reviewed again', characters: 3000, pictures: 0, compares: true },
  { name: 'README, 13,000 characters', characters: 13_000, pictures: 0 },
  { name: 'Screenshot', characters: 0, pictures: 1 },
  { name: '80,000 characters, the most that is judged', characters: 80_000, pictures: 0 },
] as const;

const count = (tokens: number) => (Math.round(tokens / 100) * 100).toLocaleString('en');
const inUsd = (microdollars: number) => usd(microdollars / MILLION, 3);

const uncached = (tokens: Tokens): Tokens => ({ ...tokens, cached: 0, written: 0 });

/** A section of `docs/cost.md`. */
export const reviewCosts = (): string => {
  const models = Object.entries(MODELS);
  const head = [
    'content',
    'input',
    'of it cached',
    'output',
    ...models.map(([name]) => `${name}, with / without cache`),
  ];
  const lines = CONTENTS.map(({ name, ...size }) => {
    const tokens = estimateTokens({ ...size, ...PANEL });
    const dollars = models.map(
      ([, prices]) => `${inUsd(costOf(tokens, prices))} / ${inUsd(costOf(uncached(tokens), prices))}`,
    );
    return [name, count(tokens.input), count(tokens.cached), count(tokens.output), ...dollars];
  });
  const prices = models.map(([name, { input, cached, written, output }]) => [
    name,
    ...[input, cached, written, output].map((dollars) => usd(dollars, 3).replace(/0$/, '')),
  ]);
  return `## Dollars per review, by content and model

A review by five personas, each asked three times: 17 calls, which share the content as their beginning. The first one
writes it into the provider's cache, the others read it. Tokens are the estimate that is shown before a review starts.
Content that gives orders to its reviewers takes one more call per persona, 22 in all; so does a page that is reviewed
again, whose personas compare both versions.

${markdownTable(head, lines)}

By these list prices in dollars per million tokens, read on 2026-11-23. Prices change, and Bedrock's regional inference
profiles (\`eu.…\`) add a tenth: set your own (docs/reviews.md).

${markdownTable(['model', 'input', 'cache read', 'cache write', 'output'], prices)}
`;
};
