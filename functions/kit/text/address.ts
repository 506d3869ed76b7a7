import { domainToASCII } from 'node:url';
import { sha256 } from '../sha256.ts';

const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;

/** Safe in a header: no control character, list or comment can hide in it. */
export const mailableAddress = (text: unknown): string | undefined => {
  if (typeof text !== 'string' || text.length > 320) return undefined;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = domainToASCII(text.slice(at + 1));
  if (at < 1 || !LOCAL_PART.test(local) || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return undefined;
  return `${local}@${domain}`;
};

export const personOfAddress = (address: string): string => addressHash(mailableAddress(address) ?? address);

/** Names an address in suppressions and counts without being readable there. */
export const addressHash = (address: string): string => sha256(address.trim().toLowerCase());
