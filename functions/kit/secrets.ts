import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { conflict } from './errors.ts';
import { bytesToId, idToBytes } from './ids.ts';
import { currentKeyId, isServerKey, sign } from './server-keys.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 20;
const CHECK_LENGTH = 6;

export const SECRETS = {
  api: { prefix: 'svat_', ids: 2 },
  widget: { prefix: 'svwt_', ids: 2 },
  mcp: { prefix: 'svmt_', ids: 2 },
  loader: { prefix: 'svld_', ids: 2 },
  stakeholder: { prefix: 'svst_', ids: 3 },
  note: { prefix: 'svnt_', ids: 2 },
  identity: { prefix: 'svid_', ids: 2 },
  share: { prefix: 'svsh_', ids: 2 },
  page: { prefix: 'svpg_', ids: 4 },
  access: { prefix: 'svoa_', ids: 4 },
  refresh: { prefix: 'svor_', ids: 4 },
  code: { prefix: 'svoc_', ids: 4 },
} as const;
export type SecretKind = keyof typeof SECRETS;

const base62 = (bytes: Uint8Array): string => {
  const length = Math.ceil((bytes.length * 8) / Math.log2(62));
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (text.length < length) {
    text = DIGITS[Number(value % 62n)] + text;
    value /= 62n;
  }
  return text;
};

const fromBase62 = (text: string, length: number): Buffer | undefined => {
  let value = 0n;
  for (const character of text) value = value * 62n + BigInt(DIGITS.indexOf(character));
  const hex = value.toString(16).padStart(length * 2, '0');
  return hex.length === length * 2 ? Buffer.from(hex, 'hex') : undefined;
};

const checksum = (text: string): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return base62(bytes).padStart(CHECK_LENGTH, '0');
};

/** The CRC-32 lets a scanner recognize a secret, and refuses a random string without a read. */
export const formatSecret = (kind: SecretKind, ids: string[], secret: Uint8Array): string => {
  const body = SECRETS[kind].prefix + base62(Buffer.concat([...ids.map(idToBytes), secret]));
  return body + checksum(body);
};

interface Opened {
  ids: string[];
  secret: Buffer;
}

const bytesOf = (kind: SecretKind): number => SECRETS[kind].ids * 16 + SECRET_BYTES;

const lengthOf = (kind: SecretKind): number =>
  SECRETS[kind].prefix.length + Math.ceil((bytesOf(kind) * 8) / Math.log2(62)) + CHECK_LENGTH;

export const openSecret = (kind: SecretKind, text: string): Opened | undefined => {
  const { prefix, ids } = SECRETS[kind];
  const length = bytesOf(kind);
  if (text.length !== lengthOf(kind) || !text.startsWith(prefix)) return undefined;
  const body = text.slice(0, -CHECK_LENGTH);
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length)) || checksum(body) !== text.slice(-CHECK_LENGTH))
    return undefined;
  const bytes = fromBase62(body.slice(prefix.length), length);
  if (!bytes) return undefined;
  return {
    ids: Array.from({ length: ids }, (_, index) => bytesToId(bytes.subarray(index * 16, index * 16 + 16))),
    secret: bytes.subarray(ids * 16),
  };
};

export const readSecret = (kind: SecretKind, text: string): string[] | undefined => openSecret(kind, text)?.ids;

export const randomSecret = (kind: SecretKind, ids: string[]): string =>
  formatSecret(kind, ids, randomBytes(SECRET_BYTES));

export interface Derivation {
  key_id: string;
  version: number;
}

export const firstDerivation = (): Derivation => ({ key_id: currentKeyId(), version: 1 });

/** Can be shown again and rotated, because it follows from a server key, its ids and a version. */
export const derivedSecret = (kind: SecretKind, ids: string[], { key_id, version }: Derivation, salt = ''): string => {
  const bytes = sign(`secret:${kind}`, `${ids.join('/')}#${version}#${salt}`, key_id);
  if (!bytes) throw conflict('server_key_retired');
  return formatSecret(kind, ids, bytes.subarray(0, SECRET_BYTES));
};

/** These are handed out as links, so people may write them. */
const LINKS: readonly SecretKind[] = ['loader', 'share'];

const CREDENTIAL = /sv[a-z]{2}_(?:(k\d+)\.[\w-]+\.[\da-f]{40}|[\dA-Za-z]+)/g;

/** A signed one counts if a server key has its id, a secret if its checksum fits, even with letters after it. */
const credentialAt = (text: string, keyId: string | undefined): string | undefined => {
  if (keyId !== undefined) return isServerKey(keyId) ? text : undefined;
  for (const kind of Object.keys(SECRETS) as SecretKind[]) {
    const secret = text.slice(0, lengthOf(kind));
    if (!LINKS.includes(kind) && readSecret(kind, secret)) return secret;
  }
  return undefined;
};

/** The prefix of the first of this service's credentials in a text. */
export const credentialIn = (text: string): string | undefined => {
  for (const [found, keyId] of text.matchAll(CREDENTIAL)) {
    const credential = credentialAt(found, keyId);
    if (credential) return credential.slice(0, 5);
  }
  return undefined;
};

/** Blanks this service's credentials in text that no one can be asked to write again. */
export const withoutCredentials = (text: string): string =>
  text.replace(CREDENTIAL, (found: string, keyId: string | undefined) => {
    const credential = credentialAt(found, keyId);
    return credential ? `(credential-removed)${found.slice(credential.length)}` : found;
  });
