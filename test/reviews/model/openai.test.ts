import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ModelBusy, ModelRefused } from '../../../functions/reviews/ask/model/model.ts';
import { openaiModel } from '../../../functions/reviews/ask/model/openai.ts';
import { DEFAULT_SETTINGS } from '../../../functions/reviews/ask/model/settings.ts';
import { json, loopback } from './loopback.ts';
import { briefQuestion, callFor, callOf, chairQuestion } from './question.ts';

let server: Awaited<ReturnType<typeof loopback>>;
beforeAll(async () => {
  server = await loopback();
});

afterAll(() => server.close());

const completion = (content: unknown, more: object = {}) => ({
  id: 'c1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  ...more,
});

const open = (settings = DEFAULT_SETTINGS) => openaiModel('some/model', `${server.url}/v1`, settings);
const failure = async (ask: Promise<unknown>) =>
  ask.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an OpenAI-compatible address', () => {
  test('is asked for JSON of the answer’s shape, with system, text and pictures', async () => {
    server.answer((_, response) => json(response, 200, completion('{"a":1}')));
    process.env.MODEL_API_KEY = 'key-1';
    const picture = { element: 'image-1', type: 'image/png' as const, bytes: new Uint8Array([1, 2, 3]) };
    const reply = await open().ask(callOf({ pictures: [picture] }));
    delete process.env.MODEL_API_KEY;
    expect(reply).toEqual({ text: '{"a":1}', usage: { input: 11, output: 7, cached: 0 } });
    const [{ path, headers, body }] = server.received as [(typeof server.received)[number]];
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe('Bearer key-1');
    expect(body).toMatchObject({
      model: 'some/model',
      response_format: { type: 'json_schema', json_schema: { strict: true, schema: { type: 'object' } } },
    });
    expect(body).not.toHaveProperty('tools');
    const [system, user] = body.messages as [{ role: string; content: string }, { content: { type: string }[] }];
    expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('Rules') });
    expect(user.content.map(({ type }) => type)).toEqual(['text', 'text', 'image_url', 'text']);
    expect(user.content[2]).toMatchObject({ image_url: { url: 'data:image/png;base64,AQID' } });
    expect(user.content[3]).toMatchObject({ text: expect.stringContaining('1. Clarity') });
  });

  test('gets the token limit and the temperature of the settings', async () => {
    server.answer((_, response) => json(response, 200, completion('{}')));
    await open().ask(callOf());
    expect(server.received[0]?.body).toMatchObject({ max_tokens: 8000, temperature: 0.7 });
    await open({ ...DEFAULT_SETTINGS, maxTokens: 32_000, temperature: 0 }).ask(callOf());
    expect(server.received[1]?.body).toMatchObject({ max_tokens: 32_000, temperature: 0 });
  });

  test('keeps the token limit of the settings under its newer name', async () => {
    server.answer(({ body }, response) =>
      'max_tokens' in body
        ? json(response, 400, { error: { message: 'Use max_completion_tokens instead.' } })
        : json(response, 200, completion('{}')),
    );
    await open({ ...DEFAULT_SETTINGS, maxTokens: 32_000 }).ask(callOf());
    expect(server.received[1]?.body).toMatchObject({ max_completion_tokens: 32_000 });
  });

  test('may think for longer than fetch waits by itself', async () => {
    server.answer((_, response) => json(response, 200, completion('{}')));
    const key = Symbol.for('undici.globalDispatcher.1');
    const shared = globalThis as unknown as Record<
      symbol,
      { dispatch: (options: object, handler: unknown) => boolean }
    >;
    const own = shared[key]!;
    const sent: object[] = [];
    shared[key] = {
      dispatch: (options, handler) => {
        sent.push(options);
        return own.dispatch(options, handler);
      },
    };
    try {
      await open().ask(callOf());
    } finally {
      shared[key] = own;
    }
    expect(sent).toEqual([expect.objectContaining({ headersTimeout: 0, bodyTimeout: 0 })]);
  });

  test('sees its former answer and the request in a repair', async () => {
    server.answer((_, response) => json(response, 200, completion('{}')));
    await open().ask(callOf({}, { repair: { answer: 'no', request: 'It is no JSON.' } }));
    const messages = server.received[0]?.body.messages as { role: string; content: unknown }[];
    expect(messages.slice(2)).toEqual([
      { role: 'assistant', content: 'no' },
      { role: 'user', content: 'It is no JSON.' },
    ]);
  });

  test('gets all calls of a review with the same beginning, for its cache', async () => {
    server.answer((_, response) => json(response, 200, completion('{}')));
    const model = open();
    for (const call of [callFor(briefQuestion()), callOf(), callFor(chairQuestion())]) await model.ask(call);
    const beginnings = server.received.map(({ body }) => {
      const [system, user] = body.messages as [object, { content: object[] }];
      return JSON.stringify([body.response_format, system, user.content.slice(0, -1)]);
    });
    expect(beginnings).toHaveLength(3);
    expect(new Set(beginnings).size).toBe(1);
  });

  test('has its cached tokens counted', async () => {
    const usage = { prompt_tokens: 11, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 8 } };
    server.answer((_, response) => json(response, 200, completion('{}', { usage })));
    expect(await open().ask(callOf())).toMatchObject({ usage: { input: 11, output: 7, cached: 8 } });
    server.answer((_, response) => json(response, 200, completion('{}', { usage: undefined })));
    expect(await open().ask(callOf())).toEqual({ text: '{}' });
  });

  test('an address that knows no schema is asked for any JSON, then for text, and this is remembered', async () => {
    server.answer(({ body }, response) =>
      body.response_format
        ? json(response, 400, { error: { message: 'response_format is not supported' } })
        : json(response, 200, completion('{}')),
    );
    const model = open();
    expect(await model.ask(callOf())).toMatchObject({ text: '{}' });
    expect(server.received.map(({ body }) => (body.response_format as { type: string } | undefined)?.type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
    ]);
    await model.ask(callOf());
    expect(server.received).toHaveLength(4);
  });

  test('an address that takes neither a temperature nor max_tokens is asked without them', async () => {
    server.answer(({ body }, response) => {
      if ('temperature' in body) json(response, 400, { error: { message: "Unsupported value: 'temperature'" } });
      else if ('max_tokens' in body)
        json(response, 400, { error: { message: "Use 'max_completion_tokens' instead of 'max_tokens'." } });
      else json(response, 200, completion('{}'));
    });
    expect(await open().ask(callOf())).toMatchObject({ text: '{}' });
    expect(server.received.at(-1)?.body).toMatchObject({
      max_completion_tokens: expect.any(Number),
      response_format: { type: 'json_schema' },
    });
  });
});

describe('a busy address', () => {
  test('an address that throttles is busy for as long as it says', async () => {
    server.answer((_, response) => json(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '17' }));
    expect(await failure(open().ask(callOf()))).toMatchObject({ constructor: ModelBusy, retryAfterMs: 17_000 });
    expect(server.received).toHaveLength(1);
  });

  test.each([500, 502, 503, 529, 408])('an address that answers %i is busy', async (status) => {
    server.answer((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end('<html>Bad gateway</html>');
    });
    expect(await failure(open().ask(callOf()))).toBeInstanceOf(ModelBusy);
  });

  test('an address is busy if no one listens, or the connection breaks', async () => {
    expect(await failure(openaiModel('m', 'http://127.0.0.1:9/v1', DEFAULT_SETTINGS).ask(callOf()))).toBeInstanceOf(
      ModelBusy,
    );
    server.answer((_, response) => response.destroy());
    expect(await failure(open().ask(callOf()))).toBeInstanceOf(ModelBusy);
  });

  test('an address that doesn’t answer before the signal is busy', async () => {
    server.answer(() => {});
    expect(await failure(open().ask(callOf({}, { signal: AbortSignal.timeout(50) })))).toBeInstanceOf(ModelBusy);
  });

  test('an address that stops in the middle of its answer is busy', async () => {
    server.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices":[{"message":{"content":"{');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await failure(open().ask(callOf()))).toBeInstanceOf(ModelBusy);
  });
});

describe('a refusal by an address', () => {
  test.each([
    [401, 'invalid key sk-secret', 'refused access'],
    [403, 'account 123456789012 may not', 'refused access'],
    [404, 'no such model', 'doesn’t exist'],
    [413, 'too big', 'too long'],
    [400, "This model's maximum context length is 8192 tokens", 'too long'],
    [418, 'I am a teapot', '418'],
  ])('an address refuses with %i, in words that give nothing of its own away', async (status, message, words) => {
    server.answer((_, response) => json(response, status, { error: { message } }));
    const error = await failure(open().ask(callOf()));
    expect(error).toBeInstanceOf(ModelRefused);
    expect((error as Error).message).toContain(words);
    expect((error as Error).message).not.toMatch(/secret|123456789012|teapot/);
  });

  test('an address refuses if it declines by a refusal or a filter', async () => {
    const choice = { index: 0, message: { role: 'assistant', content: null, refusal: 'No.' }, finish_reason: 'stop' };
    server.answer((_, response) => json(response, 200, completion('', { choices: [choice] })));
    expect(await failure(open().ask(callOf()))).toBeInstanceOf(ModelRefused);
  });

  test('an answer of over 200 KB is refused, and not read to its end', async () => {
    let written = 0;
    server.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"choices":[{"message":{"content":"');
      const more = () => {
        written += 65_536;
        if (written > 50_000_000 || response.destroyed) return void response.end();
        if (response.write('x'.repeat(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    const error = await failure(open().ask(callOf()));
    expect(error).toBeInstanceOf(ModelRefused);
    expect((error as Error).message).toContain('200 KB');
    expect(written).toBeLessThan(20_000_000);
  });
});

test.each(['{"choices":', '<html>Welcome</html>'])(
  'an answer of %s is an empty text, for the repair to deal with',
  async (body) => {
    server.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
    expect(await open().ask(callOf())).toMatchObject({ text: '' });
  },
);

test('an answer that is no completion is an empty text, for the repair to deal with', async () => {
  server.answer((_, response) => json(response, 200, { hello: 'there' }));
  expect(await open().ask(callOf())).toMatchObject({ text: '' });
});
