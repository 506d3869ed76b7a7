import { setting } from '../kit/config.ts';
import { currentKeyId, hasTag, tagOf } from '../kit/server-keys.ts';

const PATTERN = /^(k\d+)\.([0-9a-f]{64})\.([\w-]+)$/;

/** It never expires. */
export const unsubscribeUrl = (addressHash: string): string => {
  const keyId = currentKeyId();
  return `${setting('BASE_URL')}/api/mail/unsubscribe/${keyId}.${addressHash}.${tagOf('unsubscribe', addressHash, keyId)}`;
};

export const readUnsubscribe = (signed: string): string | undefined => {
  const [, keyId = '', hash = '', presented = ''] = PATTERN.exec(signed) ?? [];
  return hasTag('unsubscribe', hash, keyId, presented) ? hash : undefined;
};
