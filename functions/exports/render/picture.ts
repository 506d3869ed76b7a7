import { deflateSync } from 'node:zlib';
import initWebp from '@jsquash/webp/codec/dec/webp_dec.js';
import jpeg from 'jpeg-js';
import { decodePng, type Pixels } from '../../kit/files/decode-png.ts';
import { imageFault, imageSize, isImageType } from '../../kit/files/image.ts';
import { readShipped, WASM } from './fonts.ts';

const MAX_PIXELS = 4_000_000;
/** The page shows a picture 156 points wide. */
const MAX_ACROSS = 400;
const MAX_SHOWN = 160_000;

export interface Picture {
  /** Deflated RGB: for a page's picture as small as a JPEG, and made in a tenth of the time. */
  pixels: Buffer;
  width: number;
  height: number;
}

type WebpModule = Awaited<ReturnType<typeof initWebp>>;

let webp: Promise<WebpModule> | undefined;

const openWebp = (): Promise<WebpModule> => {
  webp ??= initWebp({
    noInitialRun: true,
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(readShipped(WASM.webp)), imports);
      done(instance);
      return instance.exports;
    },
  });
  return webp;
};

const decodeWebp = async (bytes: Buffer): Promise<Pixels> => {
  const pixels = (await openWebp()).decode(bytes);
  if (!pixels) throw new Error('This is no webp image.');
  return pixels;
};

export const decodePicture = async (bytes: Buffer, type: string): Promise<Pixels> => {
  if (type === 'image/png') return decodePng(bytes);
  if (type === 'image/jpeg') return jpeg.decode(bytes, { useTArray: true, tolerantDecoding: false });
  return decodeWebp(bytes);
};

interface Reduced {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** In place, so that no pixel lets through what is behind it. */
const putOnWhite = ({ data }: Pixels): void => {
  for (let at = 3; at < data.length; at += 4) {
    const opacity = data[at] ?? 255;
    if (opacity === 255) continue;
    for (let channel = at - 3; channel < at; channel += 1) {
      data[channel] = Math.round(((data[channel] ?? 0) * opacity) / 255 + 255 - opacity);
    }
  }
};

const reduce = ({ width, height, data }: Pixels): Reduced => {
  const step = Math.ceil(Math.max(1, width / MAX_ACROSS, Math.sqrt((width * height) / MAX_SHOWN)));
  const across = Math.max(1, Math.floor(width / step));
  const down = Math.max(1, Math.floor(height / step));
  const rgb = new Uint8Array(across * down * 3);
  for (let y = 0; y < down; y += 1) {
    const rows = Math.min(step, height - y * step);
    for (let x = 0; x < across; x += 1) {
      const columns = Math.min(step, width - x * step);
      let [red, green, blue] = [0, 0, 0];
      for (let row = 0; row < rows; row += 1) {
        const start = ((y * step + row) * width + x * step) * 4;
        for (let at = start; at < start + columns * 4; at += 4) {
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
        }
      }
      const to = (y * across + x) * 3;
      const count = rows * columns;
      rgb[to] = red / count;
      rgb[to + 1] = green / count;
      rgb[to + 2] = blue / count;
    }
  }
  return { width: across, height: down, rgb };
};

/** Decoded and encoded again: broken files are found here, and no location, camera or script is copied. */
export const toPicture = async (bytes: Buffer, type: string): Promise<Picture | undefined> => {
  if (!isImageType(type) || imageFault(bytes, type) !== undefined) return undefined;
  const size = imageSize(bytes, type);
  if (!size || size.width * size.height > MAX_PIXELS) return undefined;
  try {
    const pixels = await decodePicture(bytes, type);
    putOnWhite(pixels);
    const { width, height, rgb } = reduce(pixels);
    return { pixels: deflateSync(rgb), width, height };
  } catch {
    return undefined;
  }
};
