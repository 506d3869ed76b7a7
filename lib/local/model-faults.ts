import { said } from '../../functions/codes/said.ts';
import { type Model, ModelBusy, type ModelReply } from '../../functions/reviews/ask/model/model.ts';
import type { Faults } from './faults.ts';

const RETRY_AFTER_MS = 1000;

/** An unfinished sentence, a malformed number, and an unrelated line: typical broken model output. */
const garbled = ({ text, ...rest }: ModelReply): ModelReply => ({
  ...rest,
  text: `${text.slice(0, text.length / 2)} NaN <script>alert(1)</script>\u0000\uD800`,
});

/** A model with the faults of the target `model`. */
export const withFaults =
  (faults: Faults) =>
  (model: Model): Model => ({
    ...model,
    ask: async (call) => {
      const mode = faults.draw('model');
      if (mode === 'throttling') throw new ModelBusy(said('model_throttled'), RETRY_AFTER_MS);
      if (mode === 'outage' || mode === 'timeout_before') throw new ModelBusy(said('model_unreachable'));
      const reply = await model.ask(call);
      if (mode === 'timeout_after') throw new ModelBusy(said('model_timeout'));
      return mode === 'garbled' ? garbled(reply) : reply;
    },
  });
