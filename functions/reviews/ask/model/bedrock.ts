import type {
  BedrockRuntimeClient,
  ContentBlock,
  ConverseCommandInput,
  Message,
} from '@aws-sdk/client-bedrock-runtime';
import { said } from '../../../codes/said.ts';
import { repairWords } from '../prompt/rules.ts';
import { cappedStream } from './capped.ts';
import { type Model, ModelBusy, type ModelCall, ModelRefused, type Part } from './model.ts';
import { modelError } from './provider-fault.ts';
import { MAX_ANSWER_TOKENS, SAMPLES, TEMPERATURE } from './sampling.ts';

/** What a model turned out not to take. */
interface Habits {
  structured: boolean;
  temperature: boolean;
  maxTokens: number;
}

const FEWER_TOKENS = 4000;

const formats: Record<string, 'png' | 'jpeg' | 'webp'> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
};

const block = (part: Part): ContentBlock =>
  part.type === 'text'
    ? { text: part.text }
    : { image: { format: formats[part.media_type] ?? 'png', source: { bytes: part.bytes } } };

const messagesOf = ({ prompt, repair }: ModelCall): Message[] => [
  { role: 'user', content: prompt.parts.map(block) },
  ...(repair
    ? [
        { role: 'assistant' as const, content: [{ text: repair.answer.trim() || '(nothing)' }] },
        { role: 'user' as const, content: [{ text: repairWords(repair.fault) }] },
      ]
    : []),
];

const inputOf = (modelId: string, call: ModelCall, habits: Habits): ConverseCommandInput => ({
  modelId,
  system: [{ text: call.prompt.system }],
  messages: messagesOf(call),
  inferenceConfig: { maxTokens: habits.maxTokens, ...(habits.temperature && { temperature: TEMPERATURE }) },
  ...(habits.structured && {
    outputConfig: {
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { name: 'verdict', schema: JSON.stringify(call.prompt.schema) } },
      },
    },
  }),
});

/** What to leave out after a validation error; undefined where that would not help. */
const adapted = (habits: Habits, message: string): Habits | undefined => {
  if (habits.temperature && /temperature/i.test(message)) return { ...habits, temperature: false };
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

const openClient = async (): Promise<BedrockRuntimeClient> => {
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
      requestTimeout: 120_000,
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
export const bedrockModel = (modelId: string): Model => {
  let client: BedrockRuntimeClient | undefined;
  let habits: Habits = { structured: true, temperature: true, maxTokens: MAX_ANSWER_TOKENS };
  const ask = async (call: ModelCall) => {
    const { ConverseCommand } = await import('@aws-sdk/client-bedrock-runtime');
    client ??= await openClient();
    for (let tried: Habits | undefined = habits; tried; ) {
      try {
        const { output, stopReason, usage } = await client.send(new ConverseCommand(inputOf(modelId, call, tried)), {
          abortSignal: call.signal,
        });
        habits = tried;
        if (stopReason === 'guardrail_intervened' || stopReason === 'content_filtered')
          throw new ModelRefused(said('model_declined'));
        const text = (output?.message?.content ?? []).map((part) => part.text ?? '').join('');
        return { text, ...(usage && { usage: { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 } }) };
      } catch (error) {
        if (error instanceof ModelRefused) throw error;
        if (call.signal.aborted) throw new ModelBusy(said('model_timeout'));
        const { name, message, $metadata, $response } = error as SdkError;
        const answered = $metadata?.httpStatusCode ?? $response?.statusCode;
        if (name === 'SyntaxError' && answered === 200) return { text: '' };
        const next: Habits | undefined = name === 'ValidationException' ? adapted(tried, message) : undefined;
        if (!next) {
          const status = STATUS[name] ?? answered;
          throw modelError({ status, name, message, retryAfter: $response?.headers?.['retry-after'] });
        }
        tried = next;
      }
    }
    throw new ModelRefused(said('model_refused'));
  };
  return { id: `bedrock:${modelId}`, live: true, samples: SAMPLES, ask };
};
