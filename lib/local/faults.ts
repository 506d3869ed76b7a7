import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';

export const faultModes = {
  table: ['throttling', 'conflict', 'timeout_before', 'timeout_after', 'partial', 'gsi_lag', 'hot_partition', 'outage'],
  queue: ['throttling', 'timeout_before', 'timeout_after', 'partial', 'outage'],
  mail: ['throttling', 'rejected', 'timeout_before', 'timeout_after', 'outage'],
  storage: ['throttling', 'timeout_before', 'timeout_after', 'outage'],
  model: ['throttling', 'timeout_before', 'timeout_after', 'outage', 'garbled'],
} as const;

export type FaultTarget = keyof typeof faultModes;
export type FaultMode = (typeof faultModes)[FaultTarget][number];

export interface Fault {
  target: FaultTarget;
  mode: FaultMode;
  /** Share of requests that fail, 0 to 1. */
  rate: number;
  /** With the same, the same order of requests gets the same faults. */
  seed: number;
  /** For `hot_partition`: the limits as a fraction of DynamoDB's. */
  scale?: number;
}

export class Faults {
  readonly #active = new Map<string, Fault & { draw: () => number }>();

  set(fault: Fault): void {
    const key = `${fault.target} ${fault.mode}`;
    if (fault.rate <= 0) this.#active.delete(key);
    else this.#active.set(key, { ...fault, draw: chanceFrom(fault.seed) });
  }

  clear(target?: FaultTarget): void {
    for (const [key, fault] of this.#active) if (!target || fault.target === target) this.#active.delete(key);
  }

  list(): Fault[] {
    return [...this.#active.values()].map(({ draw: _, ...fault }) => fault);
  }

  scaleOf(target: FaultTarget, mode: FaultMode): number {
    return this.#active.get(`${target} ${mode}`)?.scale ?? 1;
  }

  has(target: FaultTarget, mode: FaultMode): boolean {
    return this.#active.has(`${target} ${mode}`);
  }

  draw(target: FaultTarget): FaultMode | undefined {
    for (const fault of this.#active.values()) {
      if (fault.target === target && fault.draw() < fault.rate) return fault.mode;
    }
    return undefined;
  }
}
