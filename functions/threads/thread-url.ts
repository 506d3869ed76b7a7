import { DAY, now, SECOND } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { bytesToId, idToBytes } from '../kit/ids.ts';
import { currentKeyId, hasTag, tagOf } from '../kit/server-keys.ts';
import type { ThreadLink } from './open-thread.ts';

const LIFE = 90 * DAY;
const PATTERN = /^(k\d+)\.([0-9a-z]{1,9})\.([\w-]{43})\.([\w-]+)$/;

interface Linked {
  ws: string;
  annotation: string;
}

/** The address is part of what is signed, so that its erasure closes the link. */
const messageOf = ({ ws, annotation }: Linked, hash: string, expires: string) =>
  `${expires}|${ws}|${annotation}|${hash}`;

export const signThread = (linked: Linked, hash: string): string => {
  const keyId = currentKeyId();
  const expires = Math.ceil((now() + LIFE) / SECOND).toString(36);
  const ids = Buffer.concat([idToBytes(linked.ws), idToBytes(linked.annotation)]).toString('base64url');
  return [keyId, expires, ids, tagOf('thread', messageOf(linked, hash, expires), keyId)].join('.');
};

export const threadUrl = (linked: Linked, hash: string): string =>
  `${setting('BASE_URL')}/api/threads/${signThread(linked, hash)}`;

export const readThreadLink = (signed: string): ThreadLink | undefined => {
  const [, keyId = '', expires = '', packed = '', presented = ''] = PATTERN.exec(signed) ?? [];
  const bytes = Buffer.from(packed, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== packed) return undefined;
  const linked = { ws: bytesToId(bytes.subarray(0, 16)), annotation: bytesToId(bytes.subarray(16)) };
  return {
    ...linked,
    isSignedFor: (hash) => hasTag('thread', messageOf(linked, hash, expires), keyId, presented),
    isExpired: () => Number.parseInt(expires, 36) * SECOND <= now(),
  };
};
