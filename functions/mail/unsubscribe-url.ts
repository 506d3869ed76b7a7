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

const OF_MEMBER = /^(k\d+)\.([0-9A-Z]{26})\.([0-9A-Z]{26})\.([\w-]+)$/;
const memberText = (ws: string, user: string) => `member|${ws}|${user}`;

/** Ends a workspace's notifications of one member, and nothing else. It never expires. */
export const memberUnsubscribeUrl = (ws: string, user: string): string => {
  const keyId = currentKeyId();
  const tag = tagOf('unsubscribe', memberText(ws, user), keyId);
  return `${setting('BASE_URL')}/api/mail/unsubscribe/${keyId}.${ws}.${user}.${tag}`;
};

export const readMemberUnsubscribe = (signed: string): { ws: string; user: string } | undefined => {
  const [, keyId = '', ws = '', user = '', presented = ''] = OF_MEMBER.exec(signed) ?? [];
  return hasTag('unsubscribe', memberText(ws, user), keyId, presented) ? { ws, user } : undefined;
};
