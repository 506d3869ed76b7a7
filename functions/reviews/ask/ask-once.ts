import { setTimeout as wait } from 'node:timers/promises';
import { type Said, said } from '../../codes/said.ts';
import { logBug } from '../../kit/log.ts';
import { type Model, ModelBusy, type ModelCall, ModelRefused, type ModelReply, type Question } from './model/model.ts';
import { parseAnswer, type Sample } from './parse-answer.ts';
import { givesAway } from './prompt/gives-away.ts';
import { freshMarks, renderPrompt } from './prompt/render-prompt.ts';

/** It said nothing at all, for as long as it was given. */
export class ModelSilent extends ModelBusy {}

const silent = () => new ModelSilent(said('model_timeout'));

/** How much of an answer that cannot be used its model is shown again. */
const SHOWN_AGAIN = 20_000;

interface Tokens {
  input: number;
  output: number;
}

/** How one sample ended: with an answer, or why not. */
export interface Asked {
  sample?: Sample;
  tokens?: Tokens;
  busy?: ModelBusy;
  /** For the workspace. */
  fault?: Said;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const countOf = (usage: ModelReply['usage']): Tokens | undefined =>
  usage && isCount(usage.input) && isCount(usage.output)
    ? { input: Math.round(usage.input), output: Math.round(usage.output) }
    : undefined;

const sumOf = (one: Tokens | undefined, other: Tokens | undefined): Tokens | undefined =>
  one && other ? { input: one.input + other.input, output: one.output + other.output } : (one ?? other);

/** A model that does not heed the signal is not waited for. */
const within = async (model: Model, call: Omit<ModelCall, 'signal'>, outer: AbortSignal, ms: number) => {
  const inner = new AbortController();
  const signal = AbortSignal.any([outer, inner.signal]);
  const late = async (): Promise<never> => {
    await wait(ms, undefined, { signal }).catch(() => undefined);
    throw silent();
  };
  try {
    return await Promise.race([model.ask({ ...call, signal }), late()]);
  } finally {
    inner.abort();
  }
};

/** Asks one question once, and once more where the answer cannot be used. Never throws. */
export const askOnce = async (
  model: Model,
  question: Question,
  { signal, askMs }: { signal: AbortSignal; askMs: number },
): Promise<Asked> => {
  const marks = freshMarks();
  const prompt = renderPrompt(question, marks);
  let best: Sample | undefined;
  let tokens: Tokens | undefined;
  let repair: ModelCall['repair'];
  const ended = (how: Pick<Asked, 'busy' | 'fault'>): Asked => ({
    ...(best ? { sample: best } : how),
    ...(tokens && { tokens }),
  });
  for (;;) {
    try {
      const reply = await within(model, { question, prompt, ...(repair && { repair }) }, signal, askMs);
      tokens = sumOf(tokens, countOf(reply.usage));
      const text = typeof reply.text === 'string' ? reply.text : '';
      if (givesAway(text.slice(0, 400_000), question, marks))
        return ended({ fault: said('answer_leaked_instructions') });
      const { sample, fault } = parseAnswer(text, question.dimensions);
      if (sample && (!best || sample.by.size > best.by.size)) best = sample;
      if (fault === undefined) return ended({});
      if (repair) return ended({ fault: said('answer_unusable') });
      repair = { answer: text.slice(0, SHOWN_AGAIN), fault };
    } catch (error) {
      if (signal.aborted) return ended({ busy: silent() });
      if (error instanceof ModelBusy) return ended({ busy: error });
      if (error instanceof ModelRefused) return ended({ fault: error.said });
      logBug(`model ${model.id}`, error);
      return ended({ fault: said('model_failed') });
    }
  }
};
