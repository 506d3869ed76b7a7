import type {
  BedrockRuntimeClient,
  ContentBlock,
  ConverseCommandInput,
  ImageFormat,
  Message,
  TokenUsage,
} from '@aws-sdk/client-bedrock-runtime';
import { MINUTE } from '../../../kit/clock.ts';
import type { Tokens } from '../../run-rows.ts';
import { cappedStream } from './capped.ts';
import type { Model, ModelCall, Part } from './model.ts';
import { askAdapting, type ProviderFault } from './provider-fault.ts';
import type { ModelSettings } from './settings.ts';

/** Parameters that a model turned out not to take. */
interface Habits {
  structured: boolean;
  temperature: number | undefined;
  maxTokens: number;
  caches: boolean;
}

const FEWER_TOKENS = 4000;

const block = (part: Part): ContentBlock =>
  part.type === 'text'
    ? { text: part.text }
    : { image: { format: part.media_type.replace('image/', '') as ImageFormat, source: { bytes: part.bytes } } };

const CACHE_POINT: ContentBlock = { cachePoint: { type: 'default' } };

const messagesOf = ({ prompt, repair }: ModelCall, { caches }: Habits): Message[] => [
  {
    role: 'user',
    content: [...prompt.shared.map(block), ...(caches ? [CACHE_POINT] : []), { text: prompt.task }],
  },
  ...(repair
    ? [
        { role: 'assistant' as const, content: [{ text: repair.answer.trim() || '(nothing)' }] },
        { role: 'user' as const, content: [{ text: repair.request }] },
      ]
    : []),
];

const inputOf = (modelId: string, call: ModelCall, habits: Habits): ConverseCommandInput => ({
  modelId,
  system: [{ text: call.prompt.system }],
  messages: messagesOf(call, habits),
  inferenceConfig: {
    maxTokens: habits.maxTokens,
    ...(habits.temperature !== undefined && { temperature: habits.temperature }),
  },
  ...(habits.structured && {
    outputConfig: {
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { name: 'verdict', schema: JSON.stringify(call.prompt.schema) } },
      },
    },
  }),
});

/** Bedrock counts cached tokens apart from the others. */
const tokensOf = ({
  inputTokens = 0,
  outputTokens = 0,
  cacheReadInputTokens = 0,
  cacheWriteInputTokens = 0,
}: Partial<TokenUsage>): Tokens => ({
  input: inputTokens + cacheReadInputTokens + cacheWriteInputTokens,
  output: outputTokens,
  cached: cacheReadInputTokens,
  ...(cacheWriteInputTokens > 0 && { written: cacheWriteInputTokens }),
});

const adapted = (habits: Habits, { name, message }: ProviderFault): Habits | undefined => {
  if (name !== 'ValidationException' && !(habits.caches && /cach/i.test(message))) return undefined;
  if (habits.caches && /cach/i.test(message)) return { ...habits, caches: false };
  if (habits.temperature !== undefined && /temperature/i.test(message)) return { ...habits, temperature: undefined };
  if (habits.maxTokens > FEWER_TOKENS && /max_?(new_)?_?tokens|maximum tokens/i.test(message))
    return { ...habits, maxTokens: FEWER_TOKENS };
  if (/input is too long|too many (input )?tokens/i.test(message)) return undefined;
  return habits.structured ? { ...habits, structured: false } : undefined;
};

const STATUS: Record<string, number> = {
  ThrottlingException: 429,
  TooManyRequestsException: 429,
  ModelNotReadyException: 503,
  ModelErrorException: 503,
  ModelTimeoutException: 503,
  ServiceQuotaExceededException: 429,
  AccessDeniedException: 403,
  CredentialsProviderError: 403,
  ExpiredTokenException: 503,
};

interface SdkError extends Error {
  $metadata?: { httpStatusCode?: number };
  $response?: { statusCode?: number; headers?: Record<string, string> };
}

const openClient = async ({ timeoutMs }: ModelSettings): Promise<BedrockRuntimeClient> => {
  const [{ BedrockRuntimeClient }, { NodeHttpHandler }] = await Promise.all([
    import('@aws-sdk/client-bedrock-runtime'),
    import('@smithy/node-http-handler'),
  ]);
  const client = new BedrockRuntimeClient({
    // A run that finds its model busy is put off durably, and for longer than an SDK would wait.
    maxAttempts: 1,
    // The client's own choice is HTTP/2, which a plain address does not speak.
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 3000,
      // The call's signal ends a late answer before.
      requestTimeout: timeoutMs + MINUTE,
      throwOnRequestTimeout: true,
    }),
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body?: { pipe?: (to: NodeJS.WritableStream) => unknown; on?: unknown } };
      const { body } = response;
      if (typeof body?.pipe === 'function') {
        const capped = cappedStream();
        (body as NodeJS.ReadableStream).on('error', (error) => capped.destroy(error));
        response.body = body.pipe(capped) as never;
      }
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'cappedAnswer' },
  );
  return client;
};

/** A model of Amazon Bedrock, by model id or inference profile. */
export const bedrockModel = (modelId: string, settings: ModelSettings): Model => {
  let client: BedrockRuntimeClient | undefined;
  const ask = askAdapting<Habits>(
    { structured: true, temperature: settings.temperature, maxTokens: settings.maxTokens, caches: true },
    {
      send: async (call, habits) => {
        const { ConverseCommand } = await import('@aws-sdk/client-bedrock-runtime');
        client ??= await openClient(settings);
        const { output, stopReason, usage } = await client.send(new ConverseCommand(inputOf(modelId, call, habits)), {
          abortSignal: call.signal,
        });
        if (stopReason === 'guardrail_intervened' || stopReason === 'content_filtered') return undefined;
        const text = (output?.message?.content ?? []).map((part) => part.text ?? '').join('');
        return { text, ...(usage && { usage: tokensOf(usage) }) };
      },
      faultOf: (error) => {
        const { name, message, $metadata, $response } = error as SdkError;
        const status = STATUS[name] ?? $metadata?.httpStatusCode ?? $response?.statusCode;
        return { status, name, message, retryAfter: $response?.headers?.['retry-after'] };
      },
      adapted,
    },
  );
  return { id: `bedrock:${modelId}`, live: true, settings, ask };
};
