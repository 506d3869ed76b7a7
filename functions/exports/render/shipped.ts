import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BOLD, FALLBACKS, REGULAR } from './fonts.ts';

const PACKAGES = 'node_modules';
const ROOT = join(import.meta.dirname, '../../..');

/** From the folder of packages. */
export const WASM = {
  shaper: 'harfbuzzjs/dist/harfbuzz.wasm',
  subsetter: 'harfbuzzjs/dist/harfbuzz-subset.wasm',
  webp: '@jsquash/webp/codec/dec/webp_dec.wasm',
} as const;

/** Files next to the bundle, as paths from the project's root. */
export const shippedFiles: readonly string[] = [
  ...new Set([REGULAR, BOLD, ...FALLBACKS].map(({ path }) => path)),
  ...Object.values(WASM),
].map((path) => `${PACKAGES}/${path}`);

/** The bytes of a package's file, next to the bundle or in the installed package. */
export const readShipped = (path: string): Buffer<ArrayBuffer> => {
  const beside = join(import.meta.dirname, basename(path));
  return readFileSync(existsSync(beside) ? beside : join(ROOT, PACKAGES, path));
};
