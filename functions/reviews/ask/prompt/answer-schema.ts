const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };

/**
 * JSON Schema of an answer, in what strict structured outputs take: every property required, no bounds. The order of the
 * properties is the order of writing, so that the score comes before its reasons.
 */
export const answerSchema = (dimensions: readonly string[]): Record<string, unknown> => ({
  type: 'object',
  properties: {
    dimensions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          dimension: { type: 'string', enum: [...dimensions] },
          score: { type: 'integer', enum: [1, 2, 3, 4, 5] },
          quote: textOrNull,
          element: textOrNull,
          comment: text,
          suggestion: textOrNull,
        },
        required: ['dimension', 'score', 'quote', 'element', 'comment', 'suggestion'],
        additionalProperties: false,
      },
    },
    summary: text,
  },
  required: ['dimensions', 'summary'],
  additionalProperties: false,
});
