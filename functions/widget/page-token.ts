import { HOUR, SECOND } from '../kit/clock.ts';
import { idToBytes } from '../kit/ids.ts';
import { formatSecret, openSecret } from '../kit/secrets.ts';
import { currentKeyId, isSame, serverKeyIds, sign } from '../kit/server-keys.ts';

export const PAGE_TOKEN_LIFE = HOUR;

export interface PageGrant {
  ids: readonly [ws: string, site: string, user: string, session: string];
  origin: string;
  /** In whole seconds. */
  expires_at: number;
}

const TAG_BYTES = 16;

const secretOf = ({ ids, origin, expires_at }: PageGrant, key_id: string): string => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(expires_at / SECOND);
  const tag = sign('secret:page', Buffer.concat([...ids.map(idToBytes), head, Buffer.from(origin)]), key_id);
  if (!tag) throw new Error(`The server key ${key_id} is retired.`);
  return formatSecret('page', [...ids], Buffer.concat([head, tag.subarray(0, TAG_BYTES)]));
};

/** Nothing of it is stored: the server key proves it, and the rows of member and user end it. */
export const pageToken = (grant: PageGrant): string => secretOf(grant, currentKeyId());

/** Undefined unless it was made for this origin. */
export const readPageToken = (text: string, origin: string): PageGrant | undefined => {
  const { ids, secret } = openSecret('page', text) ?? {};
  const [ws, site, user, session] = ids ?? [];
  if (!secret || !ws || !site || !user || !session) return undefined;
  const expires_at = secret.readUInt32BE(0) * SECOND;
  const grant: PageGrant = { ids: [ws, site, user, session], origin, expires_at };
  return serverKeyIds().some((key_id) => isSame(secretOf(grant, key_id), text)) ? grant : undefined;
};
