import { afterEach, describe, expect, test } from '@jest/globals';
import { type Model, ModelBusy, type ModelCall } from '../../functions/reviews/ask/model/model.ts';
import { DEFAULT_SETTINGS } from '../../functions/reviews/ask/model/settings.ts';
import { Faults } from '../../lib/local/faults.ts';
import { withFaults } from '../../lib/local/local-model.ts';

const faults = new Faults();
afterEach(() => faults.clear());

let asked = 0;
const calm: Model = {
  id: 'calm',
  live: false,
  settings: DEFAULT_SETTINGS,
  ask: async () => {
    asked += 1;
    return { text: '{"findings":[],"scores":[],"summary":"Fine."}', usage: { input: 1, output: 2, cached: 1 } };
  },
};
const model = withFaults(faults)(calm);
const call = {} as ModelCall;
const set = (mode: Parameters<Faults['set']>[0]['mode']) => {
  asked = 0;
  faults.set({ target: 'model', mode, rate: 1, seed: 1 });
};

describe('faults of the model', () => {
  test('the model answers without a fault', async () => {
    expect(model).toMatchObject({ id: 'calm', live: false, settings: DEFAULT_SETTINGS });
    expect(JSON.parse((await model.ask(call)).text)).toMatchObject({ summary: 'Fine.' });
  });

  test.each(['throttling', 'outage', 'timeout_before'] as const)(
    'the model is busy and not called under %s',
    async (mode) => {
      set(mode);
      const error = await model.ask(call).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ModelBusy);
      expect((error as ModelBusy).retryAfterMs).toBe(mode === 'throttling' ? 1000 : undefined);
      expect(asked).toBe(0);
    },
  );

  test('the model is called and its answer lost under timeout_after', async () => {
    set('timeout_after');
    await expect(model.ask(call)).rejects.toBeInstanceOf(ModelBusy);
    expect(asked).toBe(1);
  });

  test('the output is neither JSON nor well-formed text under garbled', async () => {
    set('garbled');
    const { text, usage } = await model.ask(call);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(text.isWellFormed()).toBe(false);
    expect(usage).toEqual({ input: 1, output: 2, cached: 1 });
  });
});
