import type { Model } from './model.ts';

/** Stands in until the heuristics themselves are here: the middle of the scale for everything. */
export const heuristicModel = (): Model => ({
  id: 'heuristic-0',
  live: false,
  samples: 1,
  ask: async ({ question: { dimensions, content } }) => ({
    text: JSON.stringify({
      dimensions: dimensions.map(({ name }) => ({
        dimension: name,
        score: 3,
        quote: content.text.trim().split('\n')[0] || null,
        comment: 'Nothing was judged yet.',
      })),
      summary: 'Nothing was judged yet.',
    }),
  }),
});
