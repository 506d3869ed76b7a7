import { InvokeCommand, LambdaClient, LambdaServiceException } from '@aws-sdk/client-lambda';
import { setting } from './config.ts';
import { newId } from './ids.ts';
import { logBug, logLine } from './log.ts';

interface Callee {
  /** In the log. */
  name: string;
  /** The setting that has the function's name. */
  setting: string;
  maxMs: number;
  /** Of starting it, and of all that it does around its work. */
  aroundMs: number;
}

interface Outcomes<Answer> {
  /** Throws for an answer in another shape. */
  read: (answer: unknown) => Answer;
  /** The order breaks the function, which has logged why. */
  failed: Answer;
  /** Worth another try. */
  busy: Answer;
}

const isOurMistake = (error: unknown) =>
  error instanceof LambdaServiceException &&
  error.$fault === 'client' &&
  error.$metadata.httpStatusCode !== 429 &&
  error.name !== 'TooManyRequestsException';

/** Calls another of our functions. Never throws. */
export const openInvoke = ({ name, setting: functionSetting, maxMs, aroundMs }: Callee) => {
  const client = new LambdaClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2000, requestTimeout: maxMs + aroundMs, throwOnRequestTimeout: true },
  });

  const ask = async (order: unknown, timeoutMs: number, TenantId: string | undefined) => {
    try {
      const { Payload, FunctionError } = await client.send(
        new InvokeCommand({ FunctionName: setting(functionSetting), TenantId, Payload: JSON.stringify(order) }),
        { abortSignal: AbortSignal.timeout(timeoutMs + aroundMs) },
      );
      return FunctionError === undefined ? { text: Payload?.transformToString() ?? '' } : 'failed';
    } catch (error) {
      if (isOurMistake(error)) logBug(newId(), error);
      else logLine({ [name]: error instanceof Error ? error.name : 'unknown' });
      return 'busy';
    }
  };

  return async <Answer>(
    order: unknown,
    timeoutMs: number,
    { read, ...outcomes }: Outcomes<Answer>,
    tenant?: string,
  ): Promise<Answer> => {
    const answer = await ask(order, timeoutMs, tenant);
    if (typeof answer === 'string') return outcomes[answer];
    try {
      return read(JSON.parse(answer.text));
    } catch {
      // The full message may contain text of a page.
      logBug(newId(), new Error(`The ${name} answered in another shape.`));
      return outcomes.busy;
    }
  };
};
