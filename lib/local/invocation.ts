import { tracingChannel } from 'node:diagnostics_channel';

const invocations = tracingChannel<{ entry: string }>('sidenote:invocation');

/** With the entry on a tracing channel, a listener can attribute calls to AWS; without one it costs nothing. */
export const invokeAs = <T>(entry: string, handler: () => Promise<T>): Promise<T> =>
  invocations.tracePromise(handler, { entry });

type Handler<Event, Result> = (event: Event, context?: { awsRequestId: string }) => Promise<Result>;

export const loadHandler = async <Event, Result = unknown>(file: string): Promise<Handler<Event, Result>> => {
  const { handler } = (await import(`../../functions/${file}`)) as { handler?: Handler<Event, Result> };
  if (!handler) throw new Error(`functions/${file} exports no handler.`);
  return (event, context) => invokeAs(`functions/${file}`, () => handler(event, context));
};

/** For handlers that load slowly and that many stages never invoke. */
export const loadWhenInvoked = (file: string) => {
  let handler: Promise<Handler<unknown, unknown>> | undefined;
  return async (event: unknown) => {
    handler ??= loadHandler(file);
    return (await handler)(event);
  };
};
