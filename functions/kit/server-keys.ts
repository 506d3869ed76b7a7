import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { setting } from './config.ts';

interface ServerKey {
  id: string;
  bytes: Buffer;
}

let cached: { text: string; keys: ServerKey[] } | undefined;

const serverKeys = (): ServerKey[] => {
  const text = setting('SERVER_KEYS');
  if (cached?.text === text) return cached.keys;
  const keys = text.split(',').map((part) => {
    const at = part.indexOf(':');
    return { id: part.slice(0, at).trim(), bytes: Buffer.from(part.slice(at + 1).trim(), 'base64') };
  });
  if (keys.some((key) => !/^k\d+$/.test(key.id) || key.bytes.length < 32)) {
    throw new Error('SERVER_KEYS must read "k2:<base64 of 32 bytes>,k1:<…>", the current key first.');
  }
  cached = { text, keys };
  return keys;
};

/** Stored with everything derived, so that keys can rotate. */
export const currentKeyId = (): string => {
  const [current] = serverKeys();
  if (!current) throw new Error('SERVER_KEYS holds no key.');
  return current.id;
};

/** The current one first. */
export const serverKeyIds = (): string[] => serverKeys().map(({ id }) => id);

export const isServerKey = (id: string): boolean => serverKeys().some((key) => key.id === id);

const keyFor = (id: string, purpose: string): Buffer | undefined => {
  const key = serverKeys().find((candidate) => candidate.id === id);
  return key && Buffer.from(hkdfSync('sha256', key.bytes, '', purpose, 32));
};

/** A key per purpose (RFC 5869). Undefined if the key is retired. */
export const sign = (purpose: string, message: string | Uint8Array, id: string): Buffer | undefined => {
  const key = keyFor(id, purpose);
  return key && createHmac('sha256', key).update(message).digest();
};

const TAG_BYTES = 16;

export const tagOf = (purpose: string, message: string, id: string): string | undefined =>
  sign(purpose, message, id)?.subarray(0, TAG_BYTES).toString('base64url');

export const hasTag = (purpose: string, message: string, id: string, presented: string): boolean => {
  const tag = tagOf(purpose, message, id);
  return tag !== undefined && isSame(tag, presented);
};

/** In constant time. */
export const isSame = (a: string | Uint8Array, b: string | Uint8Array): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};
