import type { Pixels } from '../../../kit/files/decode-png.ts';
import type { Picture } from '../content.ts';

export type PixelFacts = Required<
  Pick<Picture, 'width' | 'height' | 'contrast' | 'background_share' | 'colors' | 'edges'>
>;

const MAX_SAMPLES = 600_000;
const BINS = 4096;
const OFTEN = 0.002;
/** Of 255: the eye sees an edge. */
const CLEARLY = 24;

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

type Color = readonly [number, number, number];

const luminance = ([red, green, blue]: Color) =>
  0.2126 * (linear[Math.round(red)] ?? 0) +
  0.7152 * (linear[Math.round(green)] ?? 0) +
  0.0722 * (linear[Math.round(blue)] ?? 0);

const contrastOf = (one: Color, other: Color) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const round = (value: number, digits: number) => Number(value.toFixed(digits));

export const measure = ({ width, height, data }: Pixels): PixelFacts => {
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / MAX_SAMPLES)));
  const counts = new Uint32Array(BINS);
  const sums = new Float64Array(BINS * 3);
  const channel = (at: number, offset: number) => {
    const opacity = (data[at + 3] ?? 255) / 255;
    return (data[at + offset] ?? 0) * opacity + 255 * (1 - opacity);
  };
  const gray = (at: number) => 0.299 * channel(at, 0) + 0.587 * channel(at, 1) + 0.114 * channel(at, 2);
  let samples = 0;
  let pairs = 0;
  let different = 0;
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4;
      const [red, green, blue] = [channel(at, 0), channel(at, 1), channel(at, 2)];
      const bin = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
      counts[bin] = (counts[bin] ?? 0) + 1;
      for (const [offset, value] of [red, green, blue].entries())
        sums[bin * 3 + offset] = (sums[bin * 3 + offset] ?? 0) + value;
      samples += 1;
      const own = gray(at);
      if (x + 1 < width) {
        pairs += 1;
        if (Math.abs(own - gray(at + 4)) > CLEARLY) different += 1;
      }
      if (y + 1 < height) {
        pairs += 1;
        if (Math.abs(own - gray(at + width * 4)) > CLEARLY) different += 1;
      }
    }
  }
  const ranked = [...counts.keys()]
    .filter((bin) => counts[bin])
    .sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
  const colorOf = (bin: number): Color => {
    const count = counts[bin] || 1;
    return [(sums[bin * 3] ?? 0) / count, (sums[bin * 3 + 1] ?? 0) / count, (sums[bin * 3 + 2] ?? 0) / count];
  };
  const [first = 0, second = first] = ranked;
  return {
    width,
    height,
    contrast: round(contrastOf(colorOf(first), colorOf(second)), 2),
    background_share: round((counts[first] ?? 0) / Math.max(1, samples), 4),
    colors: ranked.filter((bin) => (counts[bin] ?? 0) > samples * OFTEN).length,
    edges: round(different / Math.max(1, pairs), 4),
  };
};
