import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { CapturedContext } from './context-schema.ts';

const QUALITY = 5;

/** A capture in a context row: compressed JSON, which the table neither rounds nor refuses, in a third of the bytes. */
export const packCaptured = (captured: CapturedContext): Uint8Array =>
  brotliCompressSync(JSON.stringify(captured), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });

/** The capture that `packCaptured` made those bytes of. Throws for any others. */
export const unpackCaptured = (bytes: Uint8Array): unknown => JSON.parse(brotliDecompressSync(bytes).toString('utf8'));
