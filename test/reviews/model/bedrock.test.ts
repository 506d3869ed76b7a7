import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bedrockModel } from '../../../functions/reviews/ask/model/bedrock.ts';
import { ModelBusy, type ModelCall, ModelRefused } from '../../../functions/reviews/ask/model/model.ts';
import { DEFAULT_SETTINGS } from '../../../functions/reviews/ask/model/settings.ts';
import { invokeAs } from '../../../lib/local/invocation.ts';
import { json, loopback } from './loopback.ts';
import { briefQuestion, callFor, callOf, chairQuestion } from './question.ts';

let server: Awaited<ReturnType<typeof loopback>>;
beforeAll(async () => {
  server = await loopback();
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = server.url;
});

afterAll(() => server.close());

const answer = (text: string, more: object = {}) => ({
  output: { message: { role: 'assistant', content: [{ text }] } },
  stopReason: 'end_turn',
  usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 },
  metrics: { latencyMs: 1 },
  ...more,
});

const RUN_PERSONA = 'functions/workers/run-persona.ts';

/** As the Lambda that asks, so that its calls are judged by that role. */
const open = (entry = RUN_PERSONA, settings = DEFAULT_SETTINGS) => {
  const model = bedrockModel('eu.some.model-v1:0', settings);
  return { ask: (call: ModelCall) => invokeAs(entry, () => model.ask(call)) };
};
const failure = async (ask: Promise<unknown>) =>
  ask.then(
    () => undefined,
    (error: unknown) => error,
  );
const fault = (type: string, message: string) => ({ type, message });

describe('Bedrock', () => {
  test.each([RUN_PERSONA, 'functions/demo/index.ts'])(
    'is asked by %s through Converse, without tools, for JSON of the answer’s shape',
    async (entry) => {
      server.answer((_, response) => json(response, 200, answer('{"a":1}')));
      const picture = { element: 'image-1', type: 'image/jpeg' as const, bytes: new Uint8Array([1, 2, 3]) };
      expect(await open(entry).ask(callOf({ pictures: [picture] }))).toEqual({
        text: '{"a":1}',
        usage: { input: 11, output: 7, cached: 0 },
      });
      const [{ path, body }] = server.received as [(typeof server.received)[number]];
      expect(decodeURIComponent(path)).toBe('/model/eu.some.model-v1:0/converse');
      expect(body).toMatchObject({
        system: [{ text: expect.stringContaining('Rules') }],
        inferenceConfig: { maxTokens: 8000, temperature: 0.7 },
        outputConfig: { textFormat: { type: 'json_schema' } },
      });
      expect(body).not.toHaveProperty('toolConfig');
      const [{ content }] = body.messages as [{ content: object[] }];
      expect(content.slice(2)).toEqual([
        { image: { format: 'jpeg', source: { bytes: 'AQID' } } },
        { cachePoint: { type: 'default' } },
        { text: expect.stringContaining('1. Clarity') },
      ]);
    },
  );

  test('gets the token limit and the temperature of the settings', async () => {
    server.answer((_, response) => json(response, 200, answer('{}')));
    await open(RUN_PERSONA, { ...DEFAULT_SETTINGS, maxTokens: 32_000, temperature: 0 }).ask(callOf());
    expect(server.received[0]?.body).toMatchObject({ inferenceConfig: { maxTokens: 32_000, temperature: 0 } });
  });

  test('sees its former answer and the request in a repair, after the same beginning', async () => {
    server.answer((_, response) => json(response, 200, answer('{}')));
    await open().ask(callOf({}, { repair: { answer: '', request: 'It is empty.' } }));
    const messages = server.received[0]?.body.messages as { role: string; content: { text: string }[] }[];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[1]?.content[0]?.text).not.toBe('');
    expect(messages[2]?.content).toEqual([{ text: 'It is empty.' }]);
    await open().ask(callOf());
    expect(server.received[1]?.body.messages).toEqual([messages[0]]);
  });

  test('marks the end of what all calls of a review share, and nothing before it differs between them', async () => {
    server.answer((_, response) => json(response, 200, answer('{}')));
    const model = open();
    for (const call of [callFor(briefQuestion()), callOf(), callFor(chairQuestion())]) await model.ask(call);
    const shared = server.received.map(({ body }) => {
      const [{ content }] = body.messages as [{ content: object[] }];
      const end = content.findIndex((block) => 'cachePoint' in block);
      expect(end).toBe(content.length - 2);
      return JSON.stringify([body.system, body.outputConfig, content.slice(0, end)]);
    });
    expect(shared).toHaveLength(3);
    expect(new Set(shared).size).toBe(1);
  });

  test('counts cached tokens into the input, and those that were read from the cache apart', async () => {
    const usage = { inputTokens: 11, outputTokens: 7, totalTokens: 48, cacheReadInputTokens: 20 };
    server.answer((_, response) =>
      json(response, 200, answer('{}', { usage: { ...usage, cacheWriteInputTokens: 10 } })),
    );
    expect(await open().ask(callOf())).toMatchObject({ usage: { input: 41, output: 7, cached: 20 } });
    server.answer((_, response) => json(response, 200, answer('{}', { usage: undefined })));
    expect(await open().ask(callOf())).toEqual({ text: '{}' });
  });

  test.each([
    'You invoked an unsupported model or your request did not allow prompt caching. See the documentation.',
    'The model returned the following errors: extraneous key [cachePoint] is not permitted',
  ])(
    'a Bedrock model that takes no cache point is asked again without it, and this is remembered: %s',
    async (message) => {
      const hasCachePoint = (body: Record<string, unknown>) => JSON.stringify(body.messages).includes('cachePoint');
      server.answer(({ body }, response) =>
        hasCachePoint(body)
          ? json(response, 400, fault('ValidationException', message), {
              'x-amzn-errortype': 'ValidationException',
            })
          : json(response, 200, answer('{}')),
      );
      const model = open();
      expect(await model.ask(callOf())).toMatchObject({ text: '{}' });
      await model.ask(callOf());
      expect(server.received.map(({ body }) => hasCachePoint(body))).toEqual([true, false, false]);
      const [first = {}, second = {}] = server.received.map(({ body }) => body);
      expect(second).toMatchObject({ outputConfig: first.outputConfig, inferenceConfig: first.inferenceConfig });
      const blocks = (body: Record<string, unknown>) => (body.messages as [{ content: object[] }])[0].content;
      expect(blocks(second)).toEqual(blocks(first).filter((block) => !('cachePoint' in block)));
    },
  );

  test('a Bedrock model that takes no schema and no temperature is asked without, and this is remembered', async () => {
    server.answer(({ body }, response) => {
      const { temperature } = body.inferenceConfig as { temperature?: number };
      if (temperature !== undefined)
        json(response, 400, fault('ValidationException', 'temperature is deprecated'), {
          'x-amzn-errortype': 'ValidationException',
        });
      else if (body.outputConfig)
        json(response, 400, fault('ValidationException', 'This model does not support outputConfig'), {
          'x-amzn-errortype': 'ValidationException',
        });
      else json(response, 200, answer('{}'));
    });
    const model = open();
    expect(await model.ask(callOf())).toMatchObject({ text: '{}' });
    expect(server.received).toHaveLength(3);
    await model.ask(callOf());
    expect(server.received).toHaveLength(4);
  });
});

describe('a busy Bedrock', () => {
  test.each([
    [429, 'ThrottlingException'],
    [429, 'ModelNotReadyException'],
    [400, 'ServiceQuotaExceededException'],
    [408, 'ModelTimeoutException'],
    [424, 'ModelErrorException'],
    [500, 'InternalServerException'],
    [503, 'ServiceUnavailableException'],
  ])('Bedrock is busy with %i %s, and is asked once', async (status, type) => {
    server.answer((_, response) => json(response, status, fault(type, 'x'), { 'x-amzn-errortype': type }));
    expect(await failure(open().ask(callOf()))).toBeInstanceOf(ModelBusy);
    expect(server.received).toHaveLength(1);
  });

  test('Bedrock is busy for as long as it says', async () => {
    server.answer((_, response) =>
      json(response, 429, fault('ThrottlingException', 'x'), {
        'x-amzn-errortype': 'ThrottlingException',
        'retry-after': '9',
      }),
    );
    expect(await failure(open().ask(callOf()))).toMatchObject({ constructor: ModelBusy, retryAfterMs: 9000 });
  });

  test('Bedrock is busy if the connection breaks, or nothing arrives before the signal', async () => {
    server.answer((_, response) => response.destroy());
    expect(await failure(open().ask(callOf()))).toBeInstanceOf(ModelBusy);
    server.answer(() => {});
    expect(await failure(open().ask(callOf({}, { signal: AbortSignal.timeout(50) })))).toBeInstanceOf(ModelBusy);
  });

  test('Bedrock is busy if a proxy answers in HTML', async () => {
    server.answer((_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html>Bad gateway</html>');
    });
    expect(await failure(open().ask(callOf()))).toBeInstanceOf(ModelBusy);
  });
});

describe('a refusal by Bedrock', () => {
  test.each([
    [403, 'AccessDeniedException', 'arn:aws:sts::123456789012:assumed-role/x may not', 'refused access'],
    [404, 'ResourceNotFoundException', 'arn:aws:bedrock:eu:123456789012:x is gone', 'doesn’t exist'],
    [400, 'ValidationException', 'Input is too long for requested model.', 'too long'],
  ])('Bedrock refuses with %i %s, in words that name no account', async (status, type, message, words) => {
    server.answer((_, response) => json(response, status, fault(type, message), { 'x-amzn-errortype': type }));
    const error = await failure(open().ask(callOf()));
    expect(error).toBeInstanceOf(ModelRefused);
    expect((error as Error).message).toContain(words);
    expect((error as Error).message).not.toContain('123456789012');
  });

  test('Bedrock refuses if a guardrail intervened', async () => {
    server.answer((_, response) => json(response, 200, answer('Sorry.', { stopReason: 'guardrail_intervened' })));
    expect(await failure(open().ask(callOf()))).toBeInstanceOf(ModelRefused);
  });

  test('Bedrock’s answer of over 200 KB is refused', async () => {
    server.answer((_, response) => json(response, 200, answer('x'.repeat(1_000_000))));
    const error = await failure(open().ask(callOf()));
    expect(error).toBeInstanceOf(ModelRefused);
    expect((error as Error).message).toContain('200 KB');
  });
});

test.each(['{"output":', '<html>Welcome</html>', '{}'])(
  'an answer of %s is an empty text, for the repair to deal with',
  async (body) => {
    server.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
    expect(await open().ask(callOf())).toMatchObject({ text: '' });
  },
);
