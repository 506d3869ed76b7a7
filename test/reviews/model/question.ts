import type { ModelCall, Question } from '../../../functions/reviews/ask/model/model.ts';
import { type Marks, renderPrompt } from '../../../functions/reviews/ask/prompt/render-prompt.ts';
import { content } from '../run/scene.ts';
import { seedPersona } from '../seed.ts';

export const MARKS: Marks = { nonce: 'a'.repeat(32), canary: `ref-${'b'.repeat(32)}` };

const persona = seedPersona('p1', ['Clarity', 'Trust']);

export const questionOf = (more: Partial<Question> = {}): Question => ({
  persona,
  dimensions: persona.evaluation_dimensions,
  content: content(),
  pictures: [],
  ...more,
});

export const callOf = (more: Partial<Question> = {}, of: Partial<ModelCall> = {}): ModelCall => {
  const question = questionOf(more);
  return { question, prompt: renderPrompt(question, MARKS), signal: AbortSignal.timeout(10_000), ...of };
};
