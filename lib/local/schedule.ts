import { MINUTE } from '../../functions/kit/clock.ts';

/** Runs a job every minute of domain time, and immediately when the clock is advanced that far. */
export class Schedule {
  readonly #job: () => Promise<unknown>;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #last: number;
  #running: Promise<unknown> = Promise.resolve();

  constructor(job: () => Promise<unknown>, now: () => number) {
    this.#job = job;
    this.#now = now;
    this.#last = now();
    this.#timer = setInterval(() => void this.tick(), MINUTE / 4);
    this.#timer.unref();
  }

  /** Runs what is due; several missed minutes are one run. */
  tick(): Promise<unknown> {
    if (this.#now() - this.#last < MINUTE) return this.#running;
    this.#last = this.#now();
    this.#running = this.#running.then(this.#job).catch((error) => console.error('A scheduled job failed:', error));
    return this.#running;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
