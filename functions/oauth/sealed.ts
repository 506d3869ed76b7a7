import { currentKeyId, hasTag, tagOf } from '../kit/server-keys.ts';

type Purpose = 'oauth-client' | 'oauth-request';

/** Readable by anyone, written by us alone: what strangers ask for needs no row. */
export const seal = (purpose: Purpose, value: unknown): string => {
  const keyId = currentKeyId();
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${keyId}.${text}.${tagOf(purpose, text, keyId)}`;
};

export const unseal = (purpose: Purpose, sealed: string): unknown => {
  const [, keyId = '', text = '', tag = ''] = /^(k\d+)\.([\w-]+)\.([\w-]+)$/.exec(sealed) ?? [];
  return hasTag(purpose, text, keyId, tag) ? JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) : undefined;
};
