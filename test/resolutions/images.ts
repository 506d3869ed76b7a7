import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};

/** A black png; only its header tells its size where `pixels` is false. */
export const png = (width = 2, height = 2, pixels = true): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = pixels ? Buffer.alloc((width + 1) * height) : Buffer.alloc(0);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** The start of a JPEG file of this size. */
export const jpeg = (width = 2, height = 2): Buffer => {
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    frame,
    Buffer.from('ffd9', 'hex'),
  ]);
};

/** A WebP header of this size (extended format). */
export const webp = (width = 2, height = 2): Buffer => {
  const file = Buffer.alloc(30);
  file.write('RIFF', 0);
  file.writeUInt32LE(22, 4);
  file.write('WEBPVP8X', 8);
  file.writeUInt32LE(10, 16);
  file.writeUIntLE(width - 1, 24, 3);
  file.writeUIntLE(height - 1, 27, 3);
  return file;
};
