import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const MAX_UNPACKED = 32 * 1024 * 1024;
const QUALITY = 5;

/** The JSON in an attribute that is stored compressed; undefined for other bytes. */
export const unpackJson = (bytes: Uint8Array): string | undefined => {
  try {
    const text = brotliDecompressSync(bytes, { maxOutputLength: MAX_UNPACKED }).toString('utf8');
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
};

export const packJson = (text: string): Uint8Array =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
