import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { unavailable } from '../errors.ts';

export const ATTEMPTS = 8;
/** A waiting request holds an execution: more retries at one tenant would block all others (docs/scale.md). */
export const THROTTLED_ATTEMPTS = 4;
/** Attempts if another write of the same row was in the way: the others get through meanwhile. */
const CONTENDED_ATTEMPTS = 24;
/** The function is cut off after 20 s; a 503 before that tells the caller what to do. */
const PATIENCE_MS = 8000;
const PASSING = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'ThrottlingException',
]);
const TRANSIENT_NAMES = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EPIPE',
  'NetworkingError',
]);

const codesOf = (error: TransactionCanceledException): string[] =>
  (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None').filter((code) => code !== 'None');

const isContended = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? codesOf(error).includes('TransactionConflict')
    : error instanceof Error && error.name === 'TransactionConflictException';

const THROTTLING = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

const isThrottled = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? codesOf(error).some((code) => THROTTLING.has(code))
    : error instanceof Error && error.name === 'ProvisionedThroughputExceededException';

const attemptsAfter = (error: unknown): number => {
  if (isContended(error)) return CONTENDED_ATTEMPTS;
  return isThrottled(error) ? THROTTLED_ATTEMPTS : ATTEMPTS;
};

const isPassing = (error: unknown): boolean => {
  if (error instanceof TransactionCanceledException) {
    const codes = codesOf(error);
    return codes.length > 0 && codes.some((code) => PASSING.has(code)) && !codes.includes('ConditionalCheckFailed');
  }
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return TRANSIENT_NAMES.has(error.name) || TRANSIENT_NAMES.has(code);
};

/** Full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"). */
export const pause = (tries: number): Promise<void> => wait(Math.random() * Math.min(1000, 20 * 2 ** tries));

/** Retries transient errors, then throws a 503, never a 500. */
export const patiently = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (tries >= attemptsAfter(error) || performance.now() - began > PATIENCE_MS) {
        throw unavailable('store_busy');
      }
      await pause(tries);
    }
  }
};
