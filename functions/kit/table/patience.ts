import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { optionalSetting } from '../config.ts';
import { unavailable } from '../errors.ts';
import { wordSet, words } from '../words.ts';

export const ATTEMPTS = 8;
/** A waiting request holds an execution: more retries at one tenant would block all others (docs/scale.md). */
export const THROTTLED_ATTEMPTS = 4;
/** Attempts if another write of the same row was in the way: the others get through meanwhile. */
const CONTENDED_ATTEMPTS = 24;
/** The function is cut off after 20 s; a 503 before that tells the caller what to do. A slow store may need more. */
const patienceMs = () => Number(optionalSetting('STORE_PATIENCE_MS') ?? 8000);
const THROTTLING = wordSet(`
  ThrottlingError ThrottlingException RequestLimitExceeded
  ProvisionedThroughputExceeded ProvisionedThroughputExceededException
`);
const TRANSIENT = new Set([
  ...THROTTLING,
  ...words(`
    TransactionConflict TransactionConflictException TransactionInProgressException
    TimeoutError NetworkingError
    ECONNRESET ECONNREFUSED EHOSTUNREACH ENETUNREACH ENOTFOUND ETIMEDOUT EAI_AGAIN EPIPE
  `),
]);

const codesOf = (error: TransactionCanceledException): string[] =>
  (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None').filter((code) => code !== 'None');

const isContended = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? codesOf(error).includes('TransactionConflict')
    : error instanceof Error && error.name === 'TransactionConflictException';

const isThrottled = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? codesOf(error).some((code) => THROTTLING.has(code))
    : error instanceof Error && THROTTLING.has(error.name);

type Kind = 'contended' | 'throttled' | 'failed';

const LIMITS: Record<Kind, number> = {
  contended: CONTENDED_ATTEMPTS,
  throttled: THROTTLED_ATTEMPTS,
  failed: ATTEMPTS,
};

const kindOf = (error: unknown): Kind => {
  if (isContended(error)) return 'contended';
  return isThrottled(error) ? 'throttled' : 'failed';
};

const isPassing = (error: unknown): boolean => {
  if (error instanceof TransactionCanceledException) {
    const codes = codesOf(error);
    return codes.some((code) => TRANSIENT.has(code)) && !codes.includes('ConditionalCheckFailed');
  }
  if (!(error instanceof Error)) return false;
  // AWS's faults have more names than it documents.
  const status = error instanceof DynamoDBServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
  if (status >= 500 || status === 408) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return TRANSIENT.has(error.name) || TRANSIENT.has(code);
};

/** Full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"). */
export const pause = (tries: number): Promise<void> => wait(Math.random() * Math.min(1000, 20 * 2 ** tries));

/**
 * Retries transient errors, then throws a 503, never a 500. Each kind of error is counted by itself: after a few
 * conflicts, the first throttled attempt is not the last.
 */
export const patiently = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const counts: Record<Kind, number> = { contended: 0, throttled: 0, failed: 0 };
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const kind = kindOf(error);
      counts[kind] += 1;
      if (counts[kind] >= LIMITS[kind] || performance.now() - began > patienceMs()) {
        throw unavailable('store_busy');
      }
      await pause(tries);
    }
  }
};
