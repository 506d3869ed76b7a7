import { Buffer } from 'node:buffer';
import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { said } from '../../../codes/said.ts';
import { optionalSetting } from '../../../kit/config.ts';
import { repairWords } from '../prompt/rules.ts';
import { cappedFetch } from './capped.ts';
import { type Model, ModelBusy, type ModelCall, ModelRefused, type Part } from './model.ts';
import { modelError } from './provider-fault.ts';
import { MAX_ANSWER_TOKENS, SAMPLES, TEMPERATURE } from './sampling.ts';

type Params = ChatCompletionCreateParamsNonStreaming;

/** What a server turned out not to take; compatible ones differ. */
interface Habits {
  format: 'json_schema' | 'json_object' | 'none';
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
}

const contentPart = (part: Part) =>
  part.type === 'text'
    ? ({ type: 'text', text: part.text } as const)
    : ({
        type: 'image_url',
        image_url: { url: `data:${part.media_type};base64,${Buffer.from(part.bytes).toString('base64')}` },
      } as const);

const formatOf = (format: Habits['format'], schema: Record<string, unknown>): Pick<Params, 'response_format'> => {
  if (format === 'none') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name: 'verdict', strict: true, schema } } };
};

const paramsOf = (model: string, { prompt, repair }: ModelCall, { format, limit, temperature }: Habits): Params => ({
  model,
  messages: [
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.parts.map(contentPart) },
    ...(repair
      ? [
          { role: 'assistant' as const, content: repair.answer || '(nothing)' },
          { role: 'user' as const, content: repairWords(repair.fault) },
        ]
      : []),
  ],
  [limit]: MAX_ANSWER_TOKENS,
  ...(temperature && { temperature: TEMPERATURE }),
  ...formatOf(format, prompt.schema),
});

/** What to leave out after a refusal; undefined where that would not help. */
const adapted = (habits: Habits, message: string): Habits | undefined => {
  if (habits.temperature && /temperature/i.test(message)) return { ...habits, temperature: false };
  if (habits.limit === 'max_tokens' && /max_completion_tokens/.test(message))
    return { ...habits, limit: 'max_completion_tokens' };
  if (/context.{0,9}(length|window)|too (long|large)/i.test(message)) return undefined;
  if (habits.format === 'json_schema') return { ...habits, format: 'json_object' };
  if (habits.format === 'json_object') return { ...habits, format: 'none' };
  return undefined;
};

const refusalIn = (error: unknown): ModelRefused | undefined => {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ModelRefused) return at;
  return undefined;
};

/** A model behind an OpenAI-compatible address. `base` ends before `/chat/completions`. */
export const openaiModel = (model: string, base: string): Model => {
  let client: OpenAI | undefined;
  let habits: Habits = { format: 'json_schema', limit: 'max_tokens', temperature: true };
  const ask = async (call: ModelCall) => {
    const { default: Client, APIError, APIUserAbortError } = await import('openai');
    client ??= new Client({
      apiKey: optionalSetting('MODEL_API_KEY') ?? 'none',
      baseURL: base,
      organization: null,
      project: null,
      maxRetries: 0,
      logLevel: 'off',
      fetch: cappedFetch,
    });
    for (let tried: Habits | undefined = habits; tried; ) {
      try {
        const params = paramsOf(model, call, tried);
        const { choices, usage } = await client.chat.completions.create(params, { signal: call.signal });
        habits = tried;
        const [choice] = choices ?? [];
        if (choice?.finish_reason === 'content_filter' || choice?.message?.refusal)
          throw new ModelRefused(said('model_declined'));
        return {
          text: choice?.message?.content ?? '',
          ...(usage && { usage: { input: usage.prompt_tokens, output: usage.completion_tokens } }),
        };
      } catch (error) {
        const refused = refusalIn(error);
        if (refused) throw refused;
        if (error instanceof APIUserAbortError || call.signal.aborted) throw new ModelBusy(said('model_timeout'));
        const { status, message, name } = error as Error & { status?: number };
        if (name === 'SyntaxError') return { text: '' };
        const next: Habits | undefined = status === 400 || status === 422 ? adapted(tried, message) : undefined;
        if (!next) {
          const retryAfter = error instanceof APIError ? error.headers?.get('retry-after') : undefined;
          throw modelError({ status, name, message, retryAfter });
        }
        tried = next;
      }
    }
    throw new ModelRefused(said('model_refused'));
  };
  return { id: `openai:${model}`, live: true, samples: SAMPLES, ask };
};
