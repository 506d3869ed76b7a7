import { setTimeout as wait } from 'node:timers/promises';

const MOST_TRIES = 10;

/** As a client does it: what the service is too busy for is asked again. */
export const onceNotBusy = async <Given extends { status: number }>(ask: () => Promise<Given>): Promise<Given> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503 || tries === MOST_TRIES) return answer;
    await wait(Math.random() * 200 * tries);
  }
};
