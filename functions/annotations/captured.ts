import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { CapturedContext } from './context-schema.ts';

const QUALITY = 5;

/** Compressed JSON: the table neither rounds nor refuses it, and it takes a third of the bytes. */
export const packCaptured = (captured: CapturedContext): Uint8Array =>
  brotliCompressSync(JSON.stringify(captured), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });

export const unpackCaptured = (bytes: Uint8Array): unknown => JSON.parse(brotliDecompressSync(bytes).toString('utf8'));
