import { queueWorker } from './queue-worker.ts';

export const handler = queueWorker(async ({ sk }) => {
  throw new Error(`Nobody works on ${sk} yet.`);
});
