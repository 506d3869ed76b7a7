import { type Milliseconds, now, setClock } from '../../functions/kit/clock.ts';

let offset = 0;

/** Advances domain time in this process. */
export const advance = (ms: number): Milliseconds => {
  offset += ms;
  setClock(() => Date.now() + offset);
  return now();
};
