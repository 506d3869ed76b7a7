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
      if (mode === 'throttling') throw new ModelBusy('The model has too much to do.', RETRY_AFTER_MS);
      if (mode === 'outage' || mode === 'timeout_before') throw new ModelBusy('The model is out of reach.');
      const reply = await model.ask(call);
      if (mode === 'timeout_after') throw new ModelBusy('The answer of the model did not arrive.');
      return mode === 'garbled' ? garbled(reply) : reply;
    },
  });
