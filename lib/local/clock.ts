import { MINUTE, type Milliseconds, now, setClock } from '../../functions/kit/clock.ts';

let offset = 0;

export const advance = (ms: number): Milliseconds => {
  offset += ms;
  setClock(() => Date.now() + offset);
  return now();
};

/** Runs every minute of domain time, and immediately when the clock is advanced that far. */
export class Schedule {
  readonly #job: () => Promise<unknown>;
  readonly #timer = setInterval(() => void this.tick(), MINUTE / 4).unref();
  #last = now();
  #running: Promise<unknown> = Promise.resolve();

  constructor(job: () => Promise<unknown>) {
    this.#job = job;
  }

  tick(): Promise<unknown> {
    if (now() - this.#last < MINUTE) return this.#running;
    this.#last = now();
    this.#running = this.#running.then(this.#job).catch((error) => console.error('A scheduled job failed:', error));
    return this.#running;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
