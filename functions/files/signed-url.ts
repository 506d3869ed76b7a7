import { DAY, MINUTE, now } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { currentKeyId, isSame, sign } from '../kit/server-keys.ts';

const TAG_BYTES = 16;
const PATTERN = /^(k\d+)\.([0-9a-z]{1,9})\.([\w-]+)\.([\w-]+)$/;

const tagOf = (keyId: string, expires: string, key: string) =>
  sign('file', `${keyId}|${expires}|${key}`, keyId)?.subarray(0, TAG_BYTES);

/** One path segment that names one object until one moment, signed; what stands after `/files/`. */
export const signFile = (key: string, expiresAt: number): string => {
  const keyId = currentKeyId();
  const expires = Math.ceil(expiresAt / 1000).toString(36);
  const tag = tagOf(keyId, expires, key);
  if (!tag) throw new Error('The current server key is missing.');
  return [keyId, expires, Buffer.from(key).toString('base64url'), tag.toString('base64url')].join('.');
};

/** The object that a signed segment names; undefined if it is forged or has expired. */
export const readSignedFile = (signed: string): string | undefined => {
  const [, keyId = '', expires = '', encoded = '', presented = ''] = PATTERN.exec(signed) ?? [];
  const key = Buffer.from(encoded, 'base64url').toString('utf8');
  const tag = tagOf(keyId, expires, key);
  if (!tag || !isSame(tag.toString('base64url'), presented)) return undefined;
  if (Buffer.from(key).toString('base64url') !== encoded) return undefined;
  return Number.parseInt(expires, 36) * 1000 > now() ? key : undefined;
};

/** A signed URL of a kept object, valid for 5 minutes, or for the days that a mail needs. */
export const fileUrl = (key: string, { days }: { days?: number } = {}): string =>
  `${setting('BASE_URL')}/files/${signFile(key, now() + (days === undefined ? 5 * MINUTE : days * DAY))}`;
