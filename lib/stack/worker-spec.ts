import { MINUTE } from '../../functions/kit/clock.ts';
import type { WorkerSpec } from '../../functions/kit/contract/lambda-spec.ts';
import type { QueueKind } from '../../functions/owed/jobs.ts';
import { type ModelSettings, readSettings, settingsEnvironment } from '../../functions/reviews/ask/model/settings.ts';
import { longestTimeoutMs, runTimes } from '../../functions/reviews/run/run-times.ts';
import { queueWorkers } from '../../functions/workers/lambdas.ts';
import type { Stage } from './stages.ts';

/** A Lambda runs for a quarter of an hour at most. */
const LONGEST_TIMEOUT_MS = longestTimeoutMs(15 * MINUTE);

/** How the stage's model is asked. Throws if its Lambdas would refuse the settings or not have the time. */
const settingsOf = ({ name, model }: Stage): ModelSettings => {
  const environment = settingsEnvironment(model?.settings ?? {});
  const refused = (why: string) => new Error(`Change the model’s settings of the stage "${name}". ${why}`);
  let settings: ModelSettings;
  try {
    settings = readSettings((variable) => environment[variable]);
  } catch (error) {
    throw refused((error as Error).message);
  }
  if (settings.timeoutMs <= LONGEST_TIMEOUT_MS) return settings;
  throw refused(
    `A timeoutMs of ${settings.timeoutMs} is too long: a question and its repair must fit into the 15 minutes of a Lambda. Set it to ${LONGEST_TIMEOUT_MS} at most.`,
  );
};

/** How a queue's worker is deployed on a stage: one that asks the model has the time that its answers may take. */
export const workerSpec = (kind: QueueKind, stage: Stage): WorkerSpec => {
  const spec: WorkerSpec = queueWorkers[kind];
  return spec.model ? { ...spec, timeoutSeconds: runTimes(settingsOf(stage)).invocationSeconds } : spec;
};
