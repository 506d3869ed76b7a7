import { Buffer } from 'node:buffer';
import type OpenAI from 'openai';
import type { APIError } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { MINUTE } from '../../../kit/clock.ts';
import { optionalSetting } from '../../../kit/config.ts';
import { cappedFetch } from './capped.ts';
import type { Model, ModelCall, Part } from './model.ts';
import { askAdapting, type ProviderFault } from './provider-fault.ts';
import type { ModelSettings } from './settings.ts';

type Params = ChatCompletionCreateParamsNonStreaming;

/** Parameters that a server turned out not to take; compatible ones differ. */
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

const paramsOf = (
  model: string,
  settings: ModelSettings,
  { prompt, repair }: ModelCall,
  { format, limit, temperature }: Habits,
): Params => ({
  model,
  messages: [
    { role: 'system', content: prompt.system },
    { role: 'user', content: [...prompt.shared, { type: 'text' as const, text: prompt.task }].map(contentPart) },
    ...(repair
      ? [
          { role: 'assistant' as const, content: repair.answer || '(nothing)' },
          { role: 'user' as const, content: repair.request },
        ]
      : []),
  ],
  [limit]: settings.maxTokens,
  ...(temperature && { temperature: settings.temperature }),
  ...formatOf(format, prompt.schema),
});

const adapted = (habits: Habits, { status, message }: ProviderFault): Habits | undefined => {
  if (status !== 400 && status !== 422) return undefined;
  if (habits.temperature && /temperature/i.test(message)) return { ...habits, temperature: false };
  if (habits.limit === 'max_tokens' && /max_completion_tokens/.test(message))
    return { ...habits, limit: 'max_completion_tokens' };
  if (/context.{0,9}(length|window)|too (long|large)/i.test(message)) return undefined;
  if (habits.format === 'json_schema') return { ...habits, format: 'json_object' };
  if (habits.format === 'json_object') return { ...habits, format: 'none' };
  return undefined;
};

/** A model behind an OpenAI-compatible address. `base` ends before `/chat/completions`. */
export const openaiModel = (model: string, base: string, settings: ModelSettings): Model => {
  let client: OpenAI | undefined;
  const ask = askAdapting<Habits>(
    { format: 'json_schema', limit: 'max_tokens', temperature: true },
    {
      send: async (call, habits) => {
        const { default: Client } = await import('openai');
        client ??= new Client({
          apiKey: optionalSetting('MODEL_API_KEY') ?? 'none',
          baseURL: base,
          organization: null,
          project: null,
          maxRetries: 0,
          // The call's signal ends a late answer; the client's own timeout is ten minutes.
          timeout: settings.timeoutMs + MINUTE,
          logLevel: 'off',
          fetch: cappedFetch,
        });
        const params = paramsOf(model, settings, call, habits);
        const { choices, usage } = await client.chat.completions.create(params, { signal: call.signal });
        const [choice] = choices ?? [];
        if (choice?.finish_reason === 'content_filter' || choice?.message?.refusal) return undefined;
        return {
          text: choice?.message?.content ?? '',
          ...(usage && {
            usage: {
              input: usage.prompt_tokens,
              output: usage.completion_tokens,
              cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
            },
          }),
        };
      },
      faultOf: (error) => {
        const { status, message, name, headers } = error as Error & Partial<Pick<APIError, 'status' | 'headers'>>;
        const answered = name === 'SyntaxError' ? 200 : status;
        return { status: answered, name, message, retryAfter: headers?.get('retry-after') };
      },
      adapted,
    },
  );
  return { id: `openai:${model}`, live: true, settings, ask };
};
