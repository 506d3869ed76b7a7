import { setTimeout as wait } from 'node:timers/promises';
import { type Said, said } from '../../codes/said.ts';
import { logBug } from '../../kit/log.ts';
import type { Tokens } from '../run-rows.ts';
import { type Model, ModelBusy, type ModelCall, ModelRefused, type ModelReply, type Question } from './model/model.ts';
import { givesAway } from './prompt/gives-away.ts';
import type { Marks } from './prompt/marks.ts';
import { renderPrompt } from './prompt/render-prompt.ts';
import { repairWords, restWords } from './prompt/rules.ts';

export class ModelSilent extends ModelBusy {}

const silent = () => new ModelSilent(said('model_timeout'));

/** Characters of an unusable answer that its model is shown again. */
const SHOWN_AGAIN = 20_000;
const MAX_READ = 400_000;

/** An answer as far as it can be used. Of two usable ones, the one with less `doubt` is better, then the one without a fault. */
export interface Read<Value> {
  value?: Value | undefined;
  doubt?: number;
  /** Tells the model what to change; it is asked again, once. */
  fault?: string | undefined;
  /** The missing part of an answer that broke off; only that is asked for. */
  rest?: string | undefined;
}

export interface Asked<Value> {
  value?: Value;
  tokens: readonly Tokens[];
  calls: number;
  busy?: ModelBusy;
  fault?: Said;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const countOf = (usage: ModelReply['usage']): Tokens[] =>
  usage && isCount(usage.input) && isCount(usage.output)
    ? [
        {
          input: Math.round(usage.input),
          output: Math.round(usage.output),
          cached: isCount(usage.cached) ? Math.min(Math.round(usage.cached), Math.round(usage.input)) : 0,
          ...(isCount(usage.written) && { written: Math.round(usage.written) }),
        },
      ]
    : [];

/** A model that ignores the signal is not waited for. */
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

interface Asking<Value> {
  signal: AbortSignal;
  /** For one answer, instead of the model's timeout. */
  askMs?: number | undefined;
  marks: Marks;
  /** Reads an answer; `first` is the one before it, if that can be used. */
  read: (text: string, first?: Read<Value>) => Read<Value>;
}

/** Asks again, once, if the answer has a fault. Never throws. */
export const askOnce = async <Value>(
  model: Model,
  question: Question,
  { signal, askMs = model.settings.timeoutMs, marks, read }: Asking<Value>,
): Promise<Asked<Value>> => {
  const prompt = renderPrompt(question, marks);
  let best: Read<Value> | undefined;
  let repair: ModelCall['repair'];
  let calls = 0;
  const tokens: Tokens[] = [];
  const ended = (how: Pick<Asked<Value>, 'busy' | 'fault'>): Asked<Value> => ({
    ...(best?.value !== undefined && { value: best.value }),
    ...how,
    tokens,
    calls,
  });
  for (;;) {
    try {
      calls += 1;
      const reply = await within(model, { question, prompt, ...(repair && { repair }) }, signal, askMs);
      tokens.push(...countOf(reply.usage));
      const text = typeof reply.text === 'string' ? reply.text : '';
      if (givesAway(text.slice(0, MAX_READ), marks, prompt))
        return ended({ fault: said('answer_leaked_instructions') });
      const answer = read(text, best);
      const more = (answer.doubt ?? 0) - (best?.doubt ?? 0);
      const isBetter = !best || more < 0 || (more === 0 && answer.fault === undefined);
      if (answer.value !== undefined && isBetter) best = answer;
      if (answer.fault === undefined) return ended({});
      if (repair) return ended({ fault: said('answer_unusable') });
      const request = answer.rest ? restWords(answer.rest) : repairWords(answer.fault);
      repair = { answer: text.slice(0, SHOWN_AGAIN), request };
    } catch (error) {
      if (signal.aborted) return ended({ busy: silent() });
      if (error instanceof ModelBusy) return ended({ busy: error });
      if (error instanceof ModelRefused) return ended({ fault: error.said });
      logBug(`model ${model.id}`, error);
      return ended({ fault: said('model_failed') });
    }
  }
};
