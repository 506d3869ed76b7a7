import { afterEach, describe, expect, test } from '@jest/globals';
import { openModel } from '../../../functions/reviews/ask/model/open-model.ts';
import {
  DEFAULT_SETTINGS,
  type ModelSettings,
  readSettings,
  settingsEnvironment,
} from '../../../functions/reviews/ask/model/settings.ts';
import { runTimes } from '../../../functions/reviews/run/run-times.ts';
import { selectStages } from '../../../lib/stack/stages.ts';
import { workerSpec } from '../../../lib/stack/worker-spec.ts';

const readFrom = (environment: Record<string, string>) => readSettings((variable) => environment[variable]);

const OTHERS: ModelSettings = {
  timeoutMs: 180_000,
  samples: 5,
  maxTokens: 32_000,
  temperature: 0.25,
  priceIn: 0.15,
  priceOut: 12,
  priceCached: 0.01,
  priceWritten: 0.2,
};

describe('the settings of a model', () => {
  test('are a minute, three samples, 8,000 tokens and a temperature of 0.7, without prices, by default', () => {
    const prices = { priceIn: null, priceOut: null, priceCached: null, priceWritten: null };
    expect(readFrom({})).toEqual({ timeoutMs: 60_000, samples: 3, maxTokens: 8000, temperature: 0.7, ...prices });
  });

  test('are each read from the environment', () => {
    const environment = {
      MODEL_TIMEOUT_MS: '180000',
      MODEL_SAMPLES: '5',
      MODEL_MAX_TOKENS: '32000',
      MODEL_TEMPERATURE: '0.25',
      MODEL_PRICE_IN: '0.15',
      MODEL_PRICE_OUT: '12',
      MODEL_PRICE_CACHED: '0.01',
      MODEL_PRICE_WRITTEN: '0.2',
    };
    expect(readFrom(environment)).toEqual(OTHERS);
    expect(settingsEnvironment(OTHERS)).toEqual(environment);
  });

  test('may be zero for temperature and prices', () => {
    const zeros = { temperature: 0, priceIn: 0, priceOut: 0 };
    expect(readFrom(settingsEnvironment(zeros))).toEqual({ ...DEFAULT_SETTINGS, ...zeros });
  });

  test.each([
    ['MODEL_TIMEOUT_MS', '60s', 'a whole number of milliseconds from 1000 to 3600000'],
    ['MODEL_TIMEOUT_MS', '999', 'a whole number of milliseconds from 1000 to 3600000'],
    ['MODEL_TIMEOUT_MS', '3600001', 'a whole number of milliseconds from 1000 to 3600000'],
    ['MODEL_TIMEOUT_MS', '60000.5', 'a whole number of milliseconds from 1000 to 3600000'],
    ['MODEL_SAMPLES', '0', 'a whole number from 1 to 9'],
    ['MODEL_SAMPLES', '10', 'a whole number from 1 to 9'],
    ['MODEL_SAMPLES', '2.5', 'a whole number from 1 to 9'],
    ['MODEL_MAX_TOKENS', '499', 'a whole number from 500 to 128000'],
    ['MODEL_MAX_TOKENS', '1e5', 'a whole number from 500 to 128000'],
    ['MODEL_TEMPERATURE', '2.1', 'a number from 0 to 2'],
    ['MODEL_TEMPERATURE', '-1', 'a number from 0 to 2'],
    ['MODEL_TEMPERATURE', '0,7', 'a number from 0 to 2'],
    ['MODEL_TEMPERATURE', ' ', 'a number from 0 to 2'],
    ['MODEL_PRICE_IN', '$3', 'a number of dollars from 0 to 10000'],
    ['MODEL_PRICE_OUT', 'Infinity', 'a number of dollars from 0 to 10000'],
  ])('refuse %s="%s" and name what is allowed', (variable, value, allowed) => {
    const prices = { MODEL_PRICE_IN: '1', MODEL_PRICE_OUT: '1' };
    expect(() => readFrom({ ...prices, [variable]: value })).toThrow(
      new Error(`The setting ${variable} is "${value}". Set it to ${allowed}, or leave it out.`),
    );
  });

  test.each(['MODEL_PRICE_IN', 'MODEL_PRICE_OUT'])('refuse %s without the other price', (variable) => {
    expect(() => readFrom({ [variable]: '3' })).toThrow('Set both, or neither.');
  });

  test('report all bad values at once', () => {
    expect(() => readFrom({ MODEL_SAMPLES: 'x', MODEL_TEMPERATURE: 'y' })).toThrow(/MODEL_SAMPLES.+MODEL_TEMPERATURE/);
  });
});

describe('an opened model', () => {
  const open = (environment: Record<string, string>) => {
    Object.assign(process.env, environment);
    return openModel();
  };
  afterEach(() => {
    process.env.MODEL = '';
    for (const variable of Object.keys(settingsEnvironment(OTHERS))) delete process.env[variable];
  });

  test.each(['openai:m@https://models.example/v1', 'bedrock:eu.some.model', 'replay:/some/folder'])(
    '%s has the settings of its environment',
    (MODEL) => {
      expect(open({ MODEL })?.settings).toEqual(DEFAULT_SETTINGS);
      const model = open(settingsEnvironment(OTHERS));
      expect(model?.settings).toEqual(OTHERS);
      expect(openModel()).toBe(model);
    },
  );

  test('is refused with a bad setting, and opens once it is repaired', () => {
    const MODEL = 'replay:x';
    expect(() => open({ MODEL, MODEL_TIMEOUT_MS: 'a minute' })).toThrow('MODEL_TIMEOUT_MS is "a minute"');
    expect(open({ MODEL, MODEL_TIMEOUT_MS: '90000' })?.settings.timeoutMs).toBe(90_000);
  });
});

describe('the time limits of a run', () => {
  test.each([
    [60_000, 150_000, 240_000, 300, 3],
    [180_000, 390_000, 480_000, 540, 3],
    [360_000, 750_000, 840_000, 900, 2],
  ])(
    'the time limits of a run follow from a timeout of %i ms',
    (timeoutMs, askMs, leaseMs, invocationSeconds, silentAttempts) => {
      expect(runTimes({ timeoutMs })).toEqual({ askMs, leaseMs, invocationSeconds, silentAttempts });
    },
  );
});

describe('a stage', () => {
  const [staging] = selectStages('staging');
  const seconds = (settings: Partial<ModelSettings>, kind: Parameters<typeof workerSpec>[0] = 'run-persona') =>
    workerSpec(kind, { ...staging!, model: { ...staging!.model!, settings } }).timeoutSeconds;

  test('gives the worker of runs time for a question and its repair, and the others theirs', () => {
    expect(seconds({})).toBe(300);
    expect(seconds({ timeoutMs: 360_000 })).toBe(900);
    expect(seconds({ timeoutMs: 360_000 }, 'export-data')).toBe(300);
    expect(workerSpec('run-persona', { ...staging!, model: undefined as never }).timeoutSeconds).toBe(300);
  });

  test('is not synthesized with a timeout that does not fit a Lambda', () => {
    const why = 'must fit into the 15 minutes of a Lambda. Set it to 360000 at most.';
    expect(() => seconds({ timeoutMs: 360_001 })).toThrow(why);
    expect(() => seconds({ timeoutMs: 360_001 })).toThrow('"staging"');
  });

  test.each([{ samples: 0 }, { temperature: 1e-7 }, { priceIn: 3 }, { maxTokens: Number.NaN }])(
    'is not synthesized with settings that its Lambdas would refuse: %p',
    (settings) => {
      expect(() => seconds(settings)).toThrow('Change the model’s settings of the stage "staging".');
    },
  );
});
