import type { Actor, Scope } from '../actor.ts';
import { callerIdOf } from '../audit/audit-log.ts';
import { DAY, now, ttlAt } from '../clock.ts';
import type { Request } from '../contract/request.ts';
import { badRequest, unprocessable } from '../errors.ts';
import { sha256 } from '../sha256.ts';
import { scratchKeys } from '../table/keys.ts';
import { numberAt } from '../table/record.ts';
import { ConditionFailed, type Item, type Table, type Write } from '../table/table.ts';
import { addressBucket } from './rate-limit.ts';

export interface Once {
  hash: string;
  body_hash: string;
  /** Secrets may be derived from it, so it is stored nowhere. */
  raw_key: string;
}

/** A key this long can't be guessed, so it names its sender from any address. */
const LONG_KEY = 16;

/** Others could choose the same short key: it counts for one address only, or they would see each other's secrets. */
const senderOf = (actor: Actor, ip: string, raw_key: string): string => {
  const id = callerIdOf(actor);
  const isAnonymous = actor.kind === 'public' || actor.kind === 'visitor';
  return isAnonymous && raw_key.length < LONG_KEY ? `${id} ${addressBucket(ip)}` : id;
};

export const KEY = /^[\x21-\x7e]{1,255}$/;

export const onceOf = (
  { actor, scope, request }: { actor: Actor; scope: Scope; request: Pick<Request, 'headers' | 'ip'> },
  operation: string,
  body: unknown,
): Once | undefined => {
  const raw_key = request.headers['idempotency-key'];
  if (raw_key === undefined) return undefined;
  if (!KEY.test(raw_key)) throw badRequest('idempotency_key_malformed');
  const who = `${scope.workspace_id} ${senderOf(actor, request.ip, raw_key)}`;
  return {
    raw_key,
    hash: sha256(JSON.stringify([who, operation, raw_key])),
    body_hash: sha256(JSON.stringify(body ?? {})),
  };
};

/** The first result, if this call repeats one. */
export const readReplay = async (table: Table, once: Once | undefined): Promise<Item | undefined> => {
  if (!once) return undefined;
  const row = await table.get(scratchKeys.idempotency(once.hash), { in: 'scratch' });
  const isFirst = row?.body_hash === once.body_hash && numberAt(row, 'expires_at') > now();
  return isFirst ? (row.result as Item) : undefined;
};

export const isReplay = async (table: Table, once: Once | undefined): Promise<boolean> =>
  (await readReplay(table, once)) !== undefined;

/** A repeated call answers as before, although its check would fail by now. */
export const unlessReplayed = async (table: Table, once: Once | undefined, check: () => void): Promise<void> => {
  try {
    check();
  } catch (error) {
    if (!(await isReplay(table, once))) throw error;
  }
};

class KeyUsed extends Error {}

/** Writes once per Idempotency-Key for 24 hours: a replay gets the first result, another body a 422. */
export const transactOnce = async <Result extends Item>(
  table: Table,
  once: Once | undefined,
  result: Result,
  writes: readonly Write[],
): Promise<{ result: Result; replayed: boolean }> => {
  if (!once) {
    await table.transact(writes);
    return { result, replayed: false };
  }
  const key = scratchKeys.idempotency(once.hash);
  const at = now();
  const first: Write = {
    in: 'scratch',
    put: { ...key, body_hash: once.body_hash, result, expires_at: at + DAY, ttl: ttlAt(at + DAY) },
    when: [['any', [[['absent', 'pk']], [['<=', 'expires_at', at]]]]],
    else: () => new KeyUsed(),
  };
  try {
    // First, so that a replay is one even if what it writes would be refused by now.
    await table.transact([first, ...writes]);
    return { result, replayed: false };
  } catch (error) {
    if (error instanceof ConditionFailed) throw new ConditionFailed(error.failed.map((index) => index - 1));
    if (!(error instanceof KeyUsed)) throw error;
    const winner = await table.get(key, { in: 'scratch' });
    if (!winner) throw error;
    if (winner.body_hash !== once.body_hash) {
      throw unprocessable(['header', 'Idempotency-Key'], 'idempotency_key_reused', {}, 'idempotency_conflict');
    }
    return { result: winner.result as Result, replayed: true };
  }
};

/** `failed` are the indexes of the writes whose conditions failed; then nothing is written. */
export const tryTransactOnce = async <Result extends Item>(...args: Parameters<typeof transactOnce<Result>>) => {
  try {
    return { ...(await transactOnce(...args)), failed: undefined };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return { failed: error.failed, result: undefined, replayed: undefined };
  }
};
