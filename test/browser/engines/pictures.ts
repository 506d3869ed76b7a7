import { PNG } from 'pngjs';
import type { Tab } from './tab.ts';

type Pixels = ReturnType<typeof PNG.sync.read>;

/** Decodes a picture in the browser that took it. */
export const decoded = async (tab: Tab, { type, bytes }: { type: string; bytes: Buffer }): Promise<Pixels> => {
  const url = await tab.evaluate(
    async (source: string) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL();
    },
    `data:${type};base64,${bytes.toString('base64')}`,
  );
  return PNG.sync.read(Buffer.from(url.split(',')[1] ?? '', 'base64'));
};

const BLOCK = 8;
/** Edges of letters differ by a fraction of a pixel; a block's mean color forgives that. */
const NEAR = 24;

const meanOf = (picture: Pixels, left: number, top: number): number[] => {
  const sum = [0, 0, 0];
  for (let y = top; y < top + BLOCK; y += 1)
    for (let x = left; x < left + BLOCK; x += 1)
      for (const part of sum.keys()) sum[part]! += picture.data[(y * picture.width + x) * 4 + part] ?? 0;
  return sum.map((total) => total / BLOCK ** 2);
};

/** The share of an area, in blocks of 8 pixels, whose color differs between two pictures of the same size: 0 to 1. */
export const differenceOf = (
  one: Pixels,
  other: Pixels,
  area: { x: number; y: number; width: number; height: number },
): number => {
  let [blocks, different] = [0, 0];
  for (let y = Math.ceil(area.y); y + BLOCK <= area.y + area.height; y += BLOCK)
    for (let x = Math.ceil(area.x); x + BLOCK <= area.x + area.width; x += BLOCK) {
      const wanted = meanOf(other, x, y);
      blocks += 1;
      if (meanOf(one, x, y).some((part, at) => Math.abs(part - (wanted[at] ?? 0)) > NEAR)) different += 1;
    }
  return different / Math.max(1, blocks);
};
