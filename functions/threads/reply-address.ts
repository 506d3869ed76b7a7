import { optionalSetting } from '../kit/config.ts';
import { bytesToId, idToBytes } from '../kit/ids.ts';
import { isSame, serverKeyIds, sign } from '../kit/server-keys.ts';
import type { NoteIds } from './submitter.ts';

/** Small letters, because some mail servers change the case. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 32 bytes of ids and 8 of the signature: the 64 characters that a local part may have. */
const LOCAL_PART = /^[0-9a-hjkmnp-tv-z]{64}$/;
const BYTES = 40;
const TAG_BYTES = 8;

const encode = (bytes: Buffer): string => {
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let place = 0; place < 64; place += 1) {
    text = DIGITS[Number(value % 32n)] + text;
    value /= 32n;
  }
  return text;
};

const decode = (text: string): Buffer => {
  let value = 0n;
  for (const character of text) value = value * 32n + BigInt(DIGITS.indexOf(character));
  return Buffer.from(value.toString(16).padStart(BYTES * 2, '0'), 'hex');
};

/** The writer's address is signed with the note, so that an answer from anyone else is refused without a read. */
const tagFor = ({ ws, annotation }: NoteIds, hash: string, keyId: string) =>
  sign('reply-address', `${ws}|${annotation}|${hash}`, keyId)?.subarray(0, TAG_BYTES);

/** Undefined if the stage receives no mail. */
export const replyAddress = (ids: NoteIds, hash: string): string | undefined => {
  const domain = optionalSetting('REPLIES_DOMAIN');
  const [current = ''] = serverKeyIds();
  const tag = domain && tagFor(ids, hash, current);
  if (!tag) return undefined;
  return `${encode(Buffer.concat([idToBytes(ids.ws), idToBytes(ids.annotation), tag]))}@${domain}`;
};

/** The note that an answer from this writer belongs to. */
export const readReplyAddress = (address: string, hash: string): NoteIds | undefined => {
  const [local = '', domain] = address.toLowerCase().split('@');
  if (!LOCAL_PART.test(local) || domain !== optionalSetting('REPLIES_DOMAIN')) return undefined;
  const bytes = decode(local);
  const ids = { ws: bytesToId(bytes.subarray(0, 16)), annotation: bytesToId(bytes.subarray(16, 32)) };
  const isOurs = serverKeyIds().some((keyId) => {
    const tag = tagFor(ids, hash, keyId);
    return tag !== undefined && isSame(tag, bytes.subarray(32));
  });
  return isOurs ? ids : undefined;
};
