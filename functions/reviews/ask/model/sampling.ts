/** How often each persona is asked; their mean is taken (arXiv 2503.03064). */
export const SAMPLES = 3;
/** Samples that are all alike would tell nothing of how sure a model is. */
export const TEMPERATURE = 0.7;
/** Twelve dimensions with comment, quote and suggestion. */
export const MAX_ANSWER_TOKENS = 8000;
