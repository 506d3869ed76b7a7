import { brotliDecompressSync } from 'node:zlib';
import type { Item } from '../../kit/table/table.ts';

/** Keys, indexes, and what only workers read. */
const INTERNAL =
  /^(pk|sk|gsi\dpk|gsi\dsk|person|ttl|job|due_at|due_pk|wait_seconds|owed_since|requeues|counted_by|claim|claimed_until|purging_at)$/;
/** Attributes that a secret could be derived from or recognized by. */
const SECRET = /hash|secret|derivation|(^|_)key_id$|^last4$|^shared$/;

const MAX_UNPACKED = 32 * 1024 * 1024;

const unpacked = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(brotliDecompressSync(bytes, { maxOutputLength: MAX_UNPACKED }).toString('utf8'));
  } catch {
    return Buffer.from(bytes).toString('base64');
  }
};

const clean = (value: unknown): unknown => {
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value.map(clean);
  if (value instanceof Uint8Array) return clean(unpacked(value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !INTERNAL.test(name) && !SECRET.test(name))
      .map(([name, inner]) => [name, clean(inner)]),
  );
};

/** A stored row as an export tells it: without keys, hashes and secrets, and with what was compressed unpacked. */
export const cleanRecord = (record: string, row: Item): Item => ({ record, ...(clean(row) as Item) });
