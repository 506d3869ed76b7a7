import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { bytesToId, idToBytes } from '../ids.ts';
import { currentKeyId, sign } from '../server-keys.ts';

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
  share: { prefix: 'svsh_', ids: 2 },
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

export const readSecret = (kind: SecretKind, text: string): string[] | undefined => {
  const { prefix, ids } = SECRETS[kind];
  const length = ids * 16 + SECRET_BYTES;
  const digits = Math.ceil((length * 8) / Math.log2(62));
  if (text.length !== prefix.length + digits + CHECK_LENGTH || !text.startsWith(prefix)) return undefined;
  const body = text.slice(0, -CHECK_LENGTH);
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length)) || checksum(body) !== text.slice(-CHECK_LENGTH))
    return undefined;
  const bytes = fromBase62(body.slice(prefix.length), length);
  if (!bytes) return undefined;
  return Array.from({ length: ids }, (_, index) => bytesToId(bytes.subarray(index * 16, index * 16 + 16)));
};

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
  if (!bytes) throw new Error(`The server key ${key_id} that a stored secret was derived from is retired.`);
  return formatSecret(kind, ids, bytes.subarray(0, SECRET_BYTES));
};
