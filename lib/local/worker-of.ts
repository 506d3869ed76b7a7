import { invokeAs } from './invocation.ts';

type WorkerHandler<Event> = (event: Event) => Promise<undefined>;

/** The handler of a worker, as its Lambda loads it. */
export const workerOf = async <Event>(name: string): Promise<WorkerHandler<Event>> => {
  const { handler } = (await import(`../../functions/workers/${name}.ts`)) as { handler?: WorkerHandler<Event> };
  if (!handler) throw new Error(`functions/workers/${name}.ts exports no handler.`);
  return (event) => invokeAs(`functions/workers/${name}.ts`, () => handler(event));
};
