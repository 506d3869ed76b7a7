import type { Model } from '../../functions/reviews/ask/model/model.ts';
import { openModel, wrapModels } from '../../functions/reviews/ask/model/open-model.ts';
import type { Faults } from './faults.ts';
import { withFaults } from './model-faults.ts';
import { CannotStart } from './state.ts';

/** Opens the model named in the environment (MODEL, MODEL_API_KEY), with the stage's fault injection in front. */
export const openAnswering = (faults: Faults): Pick<Model, 'id' | 'live'> => {
  if (process.env.MODEL?.startsWith('bedrock:')) {
    throw new CannotStart(
      'The local stage cannot call Bedrock, because it has no AWS account. Set MODEL=openai:<model>@<base url>, and MODEL_API_KEY if it needs one.',
    );
  }
  wrapModels(withFaults(faults));
  try {
    const { id, live } = openModel();
    return { id, live };
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }
};
