import { DAY, now, SECOND } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { currentKeyId, hasTag, tagOf } from '../kit/server-keys.ts';

const LIFE = 30 * DAY;
const PATTERN = /^(k\d+)\.([0-9a-z]{1,9})\.([0-9a-f]{64})\.([\w-]+)$/;

/** Lets a mailbox's reader see and erase the data held about the address, for 30 days. */
export const signData = (addressHash: string): string => {
  const keyId = currentKeyId();
  const expires = Math.ceil((now() + LIFE) / SECOND).toString(36);
  return [keyId, expires, addressHash, tagOf('data', `${expires}|${addressHash}`, keyId)].join('.');
};

export const dataUrl = (addressHash: string): string => `${setting('BASE_URL')}/api/data/${signData(addressHash)}`;

export const readSignedData = (signed: string): string | undefined => {
  const [, keyId = '', expires = '', hash = '', presented = ''] = PATTERN.exec(signed) ?? [];
  if (!hasTag('data', `${expires}|${hash}`, keyId, presented)) return undefined;
  return Number.parseInt(expires, 36) * SECOND > now() ? hash : undefined;
};
