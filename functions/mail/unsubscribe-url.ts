import { setting } from '../kit/config.ts';
import { currentKeyId, isSame, sign } from '../kit/server-keys.ts';

const TAG_BYTES = 16;
const PATTERN = /^(k\d+)\.([0-9a-f]{64})\.([\w-]+)$/;

const tagOf = (keyId: string, hash: string) =>
  sign('unsubscribe', hash, keyId)?.subarray(0, TAG_BYTES).toString('base64url');

/** The unsubscribe link of an address (by its hash). It never expires. */
export const unsubscribeUrl = (addressHash: string): string => {
  const keyId = currentKeyId();
  return `${setting('BASE_URL')}/api/mail/unsubscribe/${keyId}.${addressHash}.${tagOf(keyId, addressHash)}`;
};

/** The address hash in a signed segment. */
export const readUnsubscribe = (signed: string): string | undefined => {
  const [, keyId = '', hash = '', presented = ''] = PATTERN.exec(signed) ?? [];
  const tag = tagOf(keyId, hash);
  return tag !== undefined && isSame(tag, presented) ? hash : undefined;
};
