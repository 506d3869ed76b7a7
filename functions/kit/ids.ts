import { createHash } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { type Milliseconds, now } from './clock.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

const next = monotonicFactory();

/** Later than every ULID that this process made before. */
export const newId = (): string => next(now());

export const isId = (text: string): boolean => ULID.test(text);

export const idToBytes = (id: string): Buffer => {
  if (!isId(id)) throw new RangeError('not a ULID');
  let value = 0n;
  for (const character of id) value = value * 32n + BigInt(ALPHABET.indexOf(character));
  return Buffer.from(value.toString(16).padStart(32, '0'), 'hex');
};

export const bytesToId = (bytes: Uint8Array): string => {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let id = '';
  for (let place = 0; place < 26; place += 1) {
    id = ALPHABET[Number(value % 32n)] + id;
    value /= 32n;
  }
  return id;
};

export const derivedId = (...name: string[]): string =>
  bytesToId(createHash('sha256').update(name.join('\u0000')).digest().subarray(0, 16));

export const timeOfId = (id: string): Milliseconds => {
  let at = 0;
  for (const character of id.slice(0, 10)) at = at * 32 + ALPHABET.indexOf(character);
  return at;
};

export const firstIdAt = (at: Milliseconds): string => {
  let value = Math.min(Math.max(0, Math.floor(at)), 2 ** 48 - 1);
  let time = '';
  for (let place = 0; place < 10; place += 1) {
    time = ALPHABET[value % 32] + time;
    value = Math.floor(value / 32);
  }
  return time + '0'.repeat(16);
};
