import { said } from '../../../codes/said.ts';
import { answerQuestion } from './heuristic/answer-question.ts';
import { type Model, ModelRefused } from './model.ts';
import { DEFAULT_SETTINGS, type ModelSettings } from './settings.ts';

/**
 * The default: no AI, but heuristics that count what can be counted in a content and say so. The same question
 * gives the same bytes. Scores of another version are calibrated apart, so whoever changes what is measured raises it.
 */
export const heuristicModel = (settings: ModelSettings = DEFAULT_SETTINGS): Model => ({
  id: 'heuristic-1',
  live: false,
  settings: { ...settings, samples: 1 },
  ask: async ({ question }) => {
    if (question.task !== 'persona') throw new ModelRefused(said('model_refused'));
    return { text: JSON.stringify(answerQuestion(question)) };
  },
});
