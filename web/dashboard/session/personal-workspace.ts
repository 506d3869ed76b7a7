import { claimsOf } from './session.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 128 bits as a ULID. */
const toId = (bytes: Uint8Array): string => {
  let rest = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  let id = '';
  for (let place = 0; place < 26; place += 1) {
    id = ALPHABET[Number(rest % 32n)] + id;
    rest /= 32n;
  }
  return id;
};

const derivedId = async (...name: string[]): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name.join('\0')));
  return toId(new Uint8Array(hash, 0, 16));
};

/** As `personalWorkspaceOf` of the service (`functions/kit/actor.ts`), so that it can be asked for before it is listed. */
export const personalWorkspaceOf = async (id_token: string): Promise<string> => {
  const { iss, sub } = claimsOf(id_token);
  return derivedId('personal-workspace', await derivedId('user', iss, sub));
};
