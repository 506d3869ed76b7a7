import { createHash } from 'node:crypto';
import type { Question } from '../model/model.ts';
import { type Marks, renderPrompt } from './render-prompt.ts';

const NO_MARKS: Marks = { nonce: '0', canary: '0' };

/** A hash of the whole prompt of a question, but for what is fresh in each call. */
export const promptKey = (question: Question, ...more: readonly string[]): string => {
  const { system, parts, schema } = renderPrompt(question, NO_MARKS);
  const hash = createHash('sha256').update(JSON.stringify([system, schema, more]));
  for (const part of parts) hash.update(part.type === 'text' ? part.text : part.bytes).update('\u0000');
  return hash.digest('hex').slice(0, 32);
};
