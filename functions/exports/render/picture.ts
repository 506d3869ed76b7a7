import initWebp from '@jsquash/webp/codec/dec/webp_dec.js';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { imageFault, imageSize, isImageType } from '../../kit/image.ts';
import { readShipped, WASM } from './shipped.ts';

const MOST_PIXELS = 4_000_000;
const MOST_ACROSS = 640;
const QUALITY = 80;

/** A picture as the document embeds it. */
export interface Picture {
  jpeg: Buffer;
  width: number;
  height: number;
}

interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue, opacity. */
  data: Uint8Array | Uint8ClampedArray;
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

const decode = async (bytes: Buffer, type: string): Promise<Pixels> => {
  if (type === 'image/png') return PNG.sync.read(bytes);
  if (type === 'image/jpeg') return jpeg.decode(bytes, { useTArray: true, tolerantDecoding: false });
  return decodeWebp(bytes);
};

/** On white, and no wider than the page shows it: each pixel is the mean of those that it stands for. */
const reduce = ({ width, height, data }: Pixels): Pixels => {
  const step = Math.max(1, Math.ceil(width / MOST_ACROSS));
  const across = Math.max(1, Math.floor(width / step));
  const down = Math.max(1, Math.floor(height / step));
  const result = new Uint8Array(across * down * 4);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      let [red, green, blue, count] = [0, 0, 0, 0];
      for (let row = y * step; row < Math.min(height, (y + 1) * step); row += 1) {
        for (let column = x * step; column < Math.min(width, (x + 1) * step); column += 1) {
          const at = (row * width + column) * 4;
          const opacity = (data[at + 3] ?? 255) / 255;
          red += (data[at] ?? 0) * opacity + 255 * (1 - opacity);
          green += (data[at + 1] ?? 0) * opacity + 255 * (1 - opacity);
          blue += (data[at + 2] ?? 0) * opacity + 255 * (1 - opacity);
          count += 1;
        }
      }
      const to = (y * across + x) * 4;
      result.set([red / count, green / count, blue / count, 255], to);
    }
  }
  return { width: across, height: down, data: result };
};

/**
 * An image as pixels and nothing else: read and written anew, so that what cannot be read is known here and no place,
 * camera or script that a file carries comes along. Undefined where it is broken or larger than a page needs.
 */
export const toPicture = async (bytes: Buffer, type: string): Promise<Picture | undefined> => {
  if (!isImageType(type) || imageFault(bytes, type) !== undefined) return undefined;
  const size = imageSize(bytes, type);
  if (!size || size.width * size.height > MOST_PIXELS) return undefined;
  try {
    const { width, height, data } = reduce(await decode(bytes, type));
    return { jpeg: jpeg.encode({ width, height, data }, QUALITY).data, width, height };
  } catch {
    return undefined;
  }
};
