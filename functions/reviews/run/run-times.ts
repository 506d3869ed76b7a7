import { MINUTE, SECOND } from '../../kit/clock.ts';
import type { ModelSettings } from '../ask/model/settings.ts';

const MAX_SILENT_ATTEMPTS = 3;
const LONGEST_SILENCE_MS = 10 * MINUTE;
/** After the lease, so that a late invocation finds its run taken over instead of being killed. */
const INVOCATION_RESERVE_MS = 3 * MINUTE;

/** Workers that read content, which one file or page keeps busy. */
export const READ_SECONDS = { 'extract-review': 120, 'render-review': 180 } as const;

/** The time limits of a run, which follow from the model's timeout. */
export const runTimes = ({ timeoutMs }: Pick<ModelSettings, 'timeoutMs'>) => {
  const questionAndRepairMs = 2 * timeoutMs;
  return {
    askMs: questionAndRepairMs + 30 * SECOND,
    /** With time to read pictures before, and to write the outcome after. */
    leaseMs: questionAndRepairMs + 2 * MINUTE,
    invocationSeconds: Math.ceil((questionAndRepairMs + INVOCATION_RESERVE_MS) / SECOND),
    /** Each costs a whole timeout, so a patient stage has fewer. */
    silentAttempts: Math.min(MAX_SILENT_ATTEMPTS, Math.max(2, Math.floor(LONGEST_SILENCE_MS / timeoutMs))),
  };
};

/** To write the outcome. */
const WRITE_RESERVE_MS = 15 * SECOND;

/** Ends the calls of a step before its lease and its invocation end. */
export const askSignal = (settings: Pick<ModelSettings, 'timeoutMs'>, remainingMs: () => number): AbortSignal =>
  AbortSignal.timeout(Math.max(SECOND, Math.min(runTimes(settings).askMs, remainingMs() - WRITE_RESERVE_MS)));

/** The longest timeout of a model whose question and repair fit into an invocation. */
export const longestTimeoutMs = (invocationMs: number): number => (invocationMs - INVOCATION_RESERVE_MS) / 2;
