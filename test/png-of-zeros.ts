import { constants, crc32, deflateRawSync } from 'node:zlib';

const MIB = 1024 * 1024;

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
};

/** In 8-bit gray. */
export const pngHeader = (width: number, height: number, { interlaced = false } = {}): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, interlaced ? 1 : 0], 8);
  return chunk('IHDR', head);
};

const deflatedZeros = (length: number) =>
  deflateRawSync(Buffer.alloc(length), { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** A thousandth of what it unpacks to. One deflated part is repeated, so that making it takes no memory. */
export const pngOfZeros = (headers: readonly Buffer[], length: number): Buffer => {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((length % 65_521) * 65_536 + 1);
  const part = deflatedZeros(MIB);
  const parts = Array.from({ length: Math.floor(length / MIB) }, () => part);
  const data = [
    Buffer.from('789c', 'hex'),
    ...parts,
    deflatedZeros(length % MIB),
    Buffer.from('0300', 'hex'),
    checksum,
  ];
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...headers,
    chunk('IDAT', Buffer.concat(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
