const MAX_TRIES = 10;

let turn: Promise<unknown> = Promise.resolve();

/**
 * A call that the service is too busy for is made again, but each in its turn: a machine that has much else to do is too slow for
 * hundreds at once, however often they come.
 */
export const onceNotBusy = async <Given extends { status: number }>(ask: () => Promise<Given>): Promise<Given> => {
  let answer = await ask();
  for (let tries = 1; answer.status === 503 && tries < MAX_TRIES; tries += 1) {
    const again = turn.then(ask);
    turn = again.catch(() => undefined);
    answer = await again;
  }
  return answer;
};
