import { setTimeout as wait } from 'node:timers/promises';
import { optionalSetting } from '../config.ts';
import { scratchKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { COMPRESS_FROM, encodeBody, jsonText } from './respond.ts';

/** Of the ten seconds that a start may take. */
const LONGEST_MS = 1000;
/** A call begins with that many requests to the table at the same time. */
const CONNECTIONS = 4;

export interface Primed {
  /** Never rejects. Lambda's start waits for it: `lib/build/bundling.ts`. */
  ready?: Promise<unknown>;
}

/** Set by Lambda. */
const isLambda = () => optionalSetting('AWS_LAMBDA_INITIALIZATION_TYPE') !== undefined;

/**
 * Lambda runs a start at full speed, but a call at the function's share of a processor. So a start already does what
 * the first call would do for the first time; a failure is left to that call.
 */
export const primed = <Handler extends object>(handler: Handler, prime: () => Promise<unknown>): Handler & Primed => {
  if (!isLambda()) return handler;
  const attempt = Promise.resolve().then(prime);
  return Object.assign(handler, {
    ready: Promise.race([attempt.catch(() => undefined), wait(LONGEST_MS, undefined, { ref: false })]),
  });
};

/** Reads a row that no one writes, and compresses an answer that no one gets. */
export const connect = async (table: Table): Promise<void> => {
  encodeBody(jsonText(200, JSON.stringify('-'.repeat(COMPRESS_FROM))), 'br');
  const key = scratchKeys.window('start', '0');
  await Promise.all(Array.from({ length: CONNECTIONS }, () => table.get(key, { in: 'scratch', consistent: false })));
};
