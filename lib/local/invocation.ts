import { tracingChannel } from 'node:diagnostics_channel';

const invocations = tracingChannel<{ entry: string }>('sidenote:invocation');

/**
 * Runs a Lambda's handler, announced under its entry file on the tracing channel `sidenote:invocation`: a listener can tell
 * which function makes a call to AWS. Costs nothing without one.
 */
export const invokeAs = <T>(entry: string, handler: () => Promise<T>): Promise<T> =>
  invocations.tracePromise(handler, { entry });
