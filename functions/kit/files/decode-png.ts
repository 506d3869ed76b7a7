import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** Four bytes each: red, green, blue and opacity. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

const MAX_BYTES_PER_PIXEL = 8;
/** Of the seven passes of an interlaced picture, per row: the filters, and pixels that fill no byte. */
const MAX_EXTRA_PER_ROW = 14;

/**
 * Give it only bytes without an `imageFault`. pngjs would take the size from a second header, and unpack an interlaced
 * picture to any length.
 */
export const decodePng = (bytes: Buffer): Pixels => {
  const header = bytes.subarray(16, 29);
  const packed: Buffer[] = [];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if ((type === 'IHDR') !== (at === 8)) throw new Error('This PNG has no header, or two.');
    if (type === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  if (header[12] !== 0) {
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
    const maxOutputLength = width * height * MAX_BYTES_PER_PIXEL + height * MAX_EXTRA_PER_ROW + MAX_EXTRA_PER_ROW;
    inflateSync(Buffer.concat(packed), { maxOutputLength });
  }
  return PNG.sync.read(bytes);
};
