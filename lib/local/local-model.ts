import { said } from '../../functions/codes/said.ts';
import { type Model, ModelBusy, type ModelReply } from '../../functions/reviews/ask/model/model.ts';
import { openModel, wrapModels } from '../../functions/reviews/ask/model/open-model.ts';
import type { Faults } from './faults.ts';
import { CannotStart } from './state.ts';

const RETRY_AFTER_MS = 1000;

const garbled = ({ text, ...rest }: ModelReply): ModelReply => ({
  ...rest,
  text: `${text.slice(0, text.length / 2)} NaN <script>alert(1)</script>\u0000\uD800`,
});

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

/** The id of the model that answers for personas; undefined without one. */
export const openLocalModel = (faults: Faults): string | undefined => {
  if (process.env.MODEL?.startsWith('bedrock:')) {
    throw new CannotStart(
      'The local stage cannot call Bedrock, because it has no AWS account. Set MODEL=openai:<model>@<base url>, and MODEL_API_KEY if it needs one.',
    );
  }
  wrapModels(withFaults(faults));
  try {
    return openModel()?.id;
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }
};
