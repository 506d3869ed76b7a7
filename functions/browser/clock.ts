import { Stuck } from './tab.ts';

/** Rejects with `Stuck` when the time is over. */
export class Clock {
  readonly #end: number;

  constructor(ms: number) {
    this.#end = performance.now() + ms;
  }

  /** Without the time that is kept for what follows. */
  left(most: number, kept = 0): number {
    const ms = Math.min(most, this.#end - performance.now() - kept);
    if (ms <= 0) throw new Stuck('The time is over.');
    return ms;
  }

  rest(most: number): number {
    return Math.max(1, Math.floor(Math.min(most, this.#end - performance.now())));
  }
}
