import { now } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { bytesToId, idToBytes } from '../kit/ids.ts';
import { currentKeyId, isSame, sign } from '../kit/server-keys.ts';
import { objects } from '../kit/table/keys.ts';

const KINDS = ['before', 'after'] as const;
const TAG_BYTES = 12;
const STAMP_BYTES = 9;
const ID_BYTES = 16;
const BYTES = STAMP_BYTES + 3 * ID_BYTES + TAG_BYTES;
const PATTERN = /^(k\d+)\.([\w-]+)$/;

export interface EvidenceUpload {
  workspace_id: string;
  annotation_id: string;
  kind: (typeof KINDS)[number];
  id: string;
  /** Undefined if any size may come. */
  size: number | undefined;
}

const tagFor = (payload: Uint8Array, keyId: string) => sign('upload', payload, keyId)?.subarray(0, TAG_BYTES);

/** Everything that the upload needs, so that nothing is stored: a quarter of a presigned URL. */
export const shortUploadUrl = ({ workspace_id, annotation_id, kind, id, size = 0 }: EvidenceUpload, until: number) => {
  const stamp = Buffer.alloc(STAMP_BYTES);
  stamp.writeUInt32BE(Math.floor(until / 1000), 0);
  stamp.writeUInt32BE(size, 4);
  stamp.writeUInt8(KINDS.indexOf(kind), 8);
  const payload = Buffer.concat([stamp, ...[workspace_id, annotation_id, id].map(idToBytes)]);
  const keyId = currentKeyId();
  const tag = tagFor(payload, keyId) ?? Buffer.alloc(0);
  return `${setting('BASE_URL')}/u/${keyId}.${Buffer.concat([payload, tag]).toString('base64url')}`;
};

interface Target {
  key: string;
  size: number | undefined;
  seconds: number;
}

export const readShortUpload = (signed: string): Target | undefined => {
  const [, keyId = '', encoded = ''] = PATTERN.exec(signed) ?? [];
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.length !== BYTES || bytes.toString('base64url') !== encoded) return undefined;
  const payload = bytes.subarray(0, -TAG_BYTES);
  const tag = tagFor(payload, keyId);
  if (!tag || !isSame(tag, bytes.subarray(-TAG_BYTES))) return undefined;
  const seconds = payload.readUInt32BE(0) - Math.floor(now() / 1000);
  const size = payload.readUInt32BE(4) || undefined;
  const kind = KINDS[payload.readUInt8(8)];
  const [ws = '', annotation = '', id = ''] = [0, 1, 2].map((at) => {
    const start = STAMP_BYTES + at * ID_BYTES;
    return bytesToId(payload.subarray(start, start + ID_BYTES));
  });
  if (seconds <= 0 || !kind) return undefined;
  return { key: objects.incoming(ws, annotation, kind, id), size, seconds };
};
