import { DAY, now, SECOND } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { currentKeyId, isSame, sign } from '../kit/server-keys.ts';

const TAG_BYTES = 16;
const LIFE = 30 * DAY;
const PATTERN = /^(k\d+)\.([0-9a-z]{1,9})\.([0-9a-f]{64})\.([\w-]+)$/;

const tagOf = (keyId: string, expires: string, hash: string) =>
  sign('data', `${expires}|${hash}`, keyId)?.subarray(0, TAG_BYTES).toString('base64url');

/** One path segment that lets a mailbox's reader see and erase what is held about the address, for 30 days. */
export const signData = (addressHash: string): string => {
  const keyId = currentKeyId();
  const expires = Math.ceil((now() + LIFE) / SECOND).toString(36);
  return [keyId, expires, addressHash, tagOf(keyId, expires, addressHash)].join('.');
};

export const dataUrl = (addressHash: string): string => `${setting('BASE_URL')}/api/data/${signData(addressHash)}`;

/** The address hash that a signed segment names; undefined if it is forged or has expired. */
export const readSignedData = (signed: string): string | undefined => {
  const [, keyId = '', expires = '', hash = '', presented = ''] = PATTERN.exec(signed) ?? [];
  const tag = tagOf(keyId, expires, hash);
  if (tag === undefined || !isSame(tag, presented)) return undefined;
  return Number.parseInt(expires, 36) * SECOND > now() ? hash : undefined;
};
