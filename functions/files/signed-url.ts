import { DAY, MINUTE, now } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { currentKeyId, hasTag, tagOf } from '../kit/server-keys.ts';

const PATTERN = /^(k\d+)\.([0-9a-z]{1,9})\.([\w-]+)\.([\w-]+)$/;

export const signFile = (key: string, expiresAt: number): string => {
  const keyId = currentKeyId();
  const expires = Math.ceil(expiresAt / 1000).toString(36);
  const tag = tagOf('file', `${keyId}|${expires}|${key}`, keyId);
  return [keyId, expires, Buffer.from(key).toString('base64url'), tag].join('.');
};

export const readSignedFile = (signed: string): string | undefined => {
  const [, keyId = '', expires = '', encoded = '', presented = ''] = PATTERN.exec(signed) ?? [];
  const key = Buffer.from(encoded, 'base64url').toString('utf8');
  if (!hasTag('file', `${keyId}|${expires}|${key}`, keyId, presented)) return undefined;
  if (Buffer.from(key).toString('base64url') !== encoded) return undefined;
  return Number.parseInt(expires, 36) * 1000 > now() ? key : undefined;
};

export const fileUrl = (key: string, { days }: { days?: number } = {}): string =>
  `${setting('BASE_URL')}/files/${signFile(key, now() + (days === undefined ? 5 * MINUTE : days * DAY))}`;
