import { tracingChannel } from 'node:diagnostics_channel';

const invocations = tracingChannel<{ entry: string }>('sidenote:invocation');

/**
 * Runs a Lambda's handler and publishes its entry file on the tracing channel `sidenote:invocation`, so that a listener
 * can attribute calls to AWS to a function. Costs nothing without a listener.
 */
export const invokeAs = <T>(entry: string, handler: () => Promise<T>): Promise<T> =>
  invocations.tracePromise(handler, { entry });
