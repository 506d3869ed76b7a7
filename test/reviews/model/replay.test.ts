import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askPersona } from '../../../functions/reviews/ask/ask-persona.ts';
import { ModelRefused } from '../../../functions/reviews/ask/model/model.ts';
import { openModel, wrapModels } from '../../../functions/reviews/ask/model/open-model.ts';
import { replayModel } from '../../../functions/reviews/ask/model/replay.ts';
import { DEFAULT_SETTINGS } from '../../../functions/reviews/ask/model/settings.ts';
import { promptKey } from '../../../functions/reviews/ask/prompt/prompt-version.ts';
import { answerTo, content, modelOf } from '../run/scene.ts';
import { seedPersona } from '../seed.ts';
import { briefQuestion, callOf, chairQuestion, questionOf } from './question.ts';
import { recording } from './recording.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('recorded answers', () => {
  test('answer the same questions again, repairs too, whatever the marks of the call', async () => {
    const { model } = modelOf((call, times) => (call.repair || times > 1 ? answerTo(call) : 'nothing'));
    const question = {
      persona: seedPersona('p', ['Clarity', 'Trust', 'Tone']),
      content: content(),
      pictures: [],
      seed: 3,
      signal: AbortSignal.timeout(5000),
    };
    const live = await askPersona(recording(model, folder), question);
    const replayed = await askPersona(replayModel(folder, DEFAULT_SETTINGS), question);
    expect(replayed).toEqual(live);
  });

  test('are looked for by the prompt: a picture, a word or a dimension more is another question', async () => {
    const picture = { element: 'image-1', type: 'image/png' as const, bytes: new Uint8Array([1]) };
    const keys = [
      promptKey(questionOf()),
      promptKey(questionOf({ pictures: [picture] })),
      promptKey(questionOf({ pictures: [{ ...picture, bytes: new Uint8Array([2]) }] })),
      promptKey(questionOf({ content: content({ comment: 'Why?' }) })),
      promptKey(questionOf({ dimensions: seedPersona('p', ['Clarity']).evaluation_dimensions })),
      promptKey(questionOf({ must_score: true })),
      promptKey(questionOf({ brief: { goal: 'Sell', audience: '', stage: '', inferred: [] } })),
      promptKey(briefQuestion()),
      promptKey(chairQuestion()),
      promptKey(chairQuestion({}, { comment: 'Another.' })),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(promptKey(questionOf())).toBe(keys[0]);
  });

  test('missing recorded answers are refused, with the file to record', async () => {
    const call = callOf({ content: content({ text: 'Never seen.' }) });
    const error = await replayModel(folder, DEFAULT_SETTINGS)
      .ask(call)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelRefused);
    expect((error as Error).message).toContain(join(folder, `${promptKey(call.question)}.json`));
    expect(await readdir(folder)).not.toContain(`${promptKey(call.question)}.json`);
  });
});

describe('the setting MODEL', () => {
  const opened = (setting: string) => {
    process.env.MODEL = setting;
    try {
      return openModel();
    } finally {
      process.env.MODEL = '';
    }
  };

  test.each([
    ['bedrock:eu.some.model-v1:0', 'bedrock:eu.some.model-v1:0', true],
    ['openai:@cf/some/model@https://example.com/v1', 'openai:@cf/some/model', true],
    ['replay:/some/folder', 'replay', false],
  ])('"%s" opens a model', (setting, id, live) => {
    const model = opened(setting);
    expect(model).toMatchObject({ id, live });
    expect(opened(setting)).toBe(model);
  });

  test.each(['gpt', 'openai:model', 'bedrock:', 'openai:@', 'heuristic'])('"%s" is a fault of the stage', (setting) => {
    expect(() => opened(setting)).toThrow('MODEL');
  });

  test.each(['', 'none'])('"%s" opens none', (setting) => {
    expect(opened(setting)).toBeUndefined();
  });

  test('opens wrapped models, once something wraps them', () => {
    wrapModels((model) => ({ ...model, id: `wrapped ${model.id}` }));
    expect(opened('replay:x')?.id).toBe('wrapped replay');
    wrapModels((model) => model);
    expect(opened('replay:x')?.id).toBe('replay');
  });
});
