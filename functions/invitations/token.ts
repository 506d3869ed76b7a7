import { setting } from '../kit/config.ts';
import { bytesToId, idToBytes, isId } from '../kit/ids.ts';
import { isSame, sign } from '../kit/server-keys.ts';
import type { InvitationRow } from './schema.ts';

const PREFIX = 'svin_';
const ID_BYTES = 16;
const TIME_BYTES = 6;
const PAYLOAD_BYTES = 2 * ID_BYTES + TIME_BYTES;
const TAG_BYTES = 20;
const PATTERN = /^svin_(k\d+)\.([\w-]+)\.([0-9a-f]{40})$/;

const tagOf = (payload: Uint8Array, keyId: string): string | undefined =>
  sign('invitation', payload, keyId)?.subarray(0, TAG_BYTES).toString('hex');

type Signed = Pick<InvitationRow, 'workspace_id' | 'id' | 'expires_at' | 'key_id'>;

/** No row holds it. It ends in a hexadecimal digit, so that no mail program cuts its link short. */
export const invitationToken = ({ workspace_id, id, expires_at, key_id }: Signed): string | undefined => {
  const payload = Buffer.concat([idToBytes(workspace_id), idToBytes(id), Buffer.alloc(TIME_BYTES)]);
  payload.writeUIntBE(expires_at, 2 * ID_BYTES, TIME_BYTES);
  const tag = tagOf(payload, key_id);
  return tag && `${PREFIX}${key_id}.${payload.toString('base64url')}.${tag}`;
};

export const invitationLink = (row: Signed): string | undefined => {
  const token = invitationToken(row);
  return token && `${setting('BASE_URL')}/dashboard/invitations/${token}`;
};

export const readInvitationToken = (text: string): Omit<Signed, 'key_id'> | undefined => {
  const [, keyId = '', encoded = '', presented = ''] = PATTERN.exec(text) ?? [];
  const payload = Buffer.from(encoded, 'base64url');
  if (payload.length !== PAYLOAD_BYTES || payload.toString('base64url') !== encoded) return undefined;
  const tag = tagOf(payload, keyId);
  if (!tag || !isSame(tag, presented)) return undefined;
  const workspace_id = bytesToId(payload.subarray(0, ID_BYTES));
  const id = bytesToId(payload.subarray(ID_BYTES, 2 * ID_BYTES));
  return isId(workspace_id) && isId(id)
    ? { workspace_id, id, expires_at: payload.readUIntBE(2 * ID_BYTES, TIME_BYTES) }
    : undefined;
};
