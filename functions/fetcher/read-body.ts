import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

interface Read {
  bytes: Buffer;
  isCut: boolean;
}

/** No honest page uses more. */
const MAX_CODINGS = 2;
/** RFC 9659 allows a page 8 MB. Otherwise a few bytes could ask for 128. */
const ZSTD_WINDOW_LOG = 23;

/** A page whose end is missing is read as far as it goes, like browsers do. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

const decoders: Readonly<Record<string, (bytes: Buffer) => Transform>> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
  // Some servers send it with the header of zlib, some without.
  deflate: (bytes) => (((bytes[0] ?? 0) & 0x0f) === 8 ? createInflate(lenient) : createInflateRaw(lenient)),
};

export const ACCEPTED_CODINGS = 'gzip, br, zstd, deflate';

export const readUpTo = async (source: AsyncIterable<Buffer>, limit: number): Promise<Read> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop ends the source.
    if (size > limit) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), isCut: size > limit };
};

const decompress = async (bytes: Buffer, coding: string, limit: number): Promise<Read> => {
  const decoder = decoders[coding]?.(bytes);
  if (!decoder) throw new Error(`${coding} cannot be read.`);
  decoder.end(bytes);
  return readUpTo(decoder, limit);
};

export const codingsOf = (header: string): string[] | undefined => {
  const codings = header
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .toReversed();
  return codings.length <= MAX_CODINGS && codings.every((coding) => Object.hasOwn(decoders, coding))
    ? codings
    : undefined;
};

/** After each at most `limit` bytes are kept, and no more is unpacked. */
export const unpack = async (wire: Read, codings: readonly string[], limit: number): Promise<Read> => {
  let read = wire;
  for (const coding of codings) {
    if (read.bytes.length === 0) break;
    const { bytes, isCut } = await decompress(read.bytes, coding, limit);
    read = { bytes, isCut: isCut || read.isCut };
  }
  return read;
};
