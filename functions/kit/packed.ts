import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const MAX_UNPACKED = 32 * 1024 * 1024;

export const packText = (text: string, quality = 5): Uint8Array<ArrayBuffer> =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

export const unpackText = (bytes: Uint8Array): string =>
  brotliDecompressSync(bytes, { maxOutputLength: MAX_UNPACKED }).toString('utf8');

/** The table neither rounds nor refuses it, and it takes a third of the bytes. */
export const packJson = (value: unknown, quality?: number): Uint8Array => packText(JSON.stringify(value), quality);

export const unpackJson = (bytes: Uint8Array): unknown => JSON.parse(unpackText(bytes));

/** Undefined for bytes that are no packed JSON. */
export const tryUnpackJson = (bytes: Uint8Array): unknown => {
  try {
    return unpackJson(bytes);
  } catch {
    return undefined;
  }
};
