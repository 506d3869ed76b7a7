import type { Box } from '../browser/order.ts';
import type { Pixels } from '../kit/files/decode-png.ts';

/** A part of a page, in its own CSS pixels, and the picture that shows it. */
export interface View {
  pixels: Pixels;
  /** The page's part that is compared, in the picture's pixels. */
  part: Box;
}

/** Of CSS pixels: letters of another font are about as dark within it. */
const CELL = 8;
/** On either side. The widget draws a frame of two pixels on an edge, which may be between pixels. */
const EDGE = 2;
/** Fewer say nothing: one cell would be a large share. */
const MIN_CELLS = 4;
/** Of 255, for the mean color of a cell. */
const CLEARLY = 36;

interface Grid {
  across: number;
  down: number;
  /** Mean red, green and blue of each cell. */
  means: Float32Array;
}

const gridOf = ({ pixels, part }: View, across: number, down: number): Grid => {
  const means = new Float32Array(across * down * 3).fill(Number.NaN);
  for (let cell = 0; cell < across * down; cell += 1) {
    const [column, row] = [cell % across, Math.floor(cell / across)];
    const left = Math.round(part.x + (column * part.width) / across);
    const right = Math.round(part.x + ((column + 1) * part.width) / across);
    const top = Math.round(part.y + (row * part.height) / down);
    const bottom = Math.round(part.y + ((row + 1) * part.height) / down);
    if (left < 0 || top < 0 || right > pixels.width || bottom > pixels.height) continue;
    const sums = [0, 0, 0];
    let count = 0;
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) {
        const at = (y * pixels.width + x) * 4;
        for (let channel = 0; channel < 3; channel += 1)
          sums[channel] = (sums[channel] ?? 0) + (pixels.data[at + channel] ?? 0);
        count += 1;
      }
    for (let channel = 0; channel < 3; channel += 1) means[cell * 3 + channel] = (sums[channel] ?? 0) / count;
  }
  return { across, down, means };
};

/** The least distance to the cells around the same place: what moved by less than a cell hasn't changed. */
const distance = (one: Grid, other: Grid, column: number, row: number): number => {
  const at = (row * one.across + column) * 3;
  let least = Number.POSITIVE_INFINITY;
  for (let y = Math.max(0, row - 1); y <= Math.min(one.down - 1, row + 1); y += 1)
    for (let x = Math.max(0, column - 1); x <= Math.min(one.across - 1, column + 1); x += 1) {
      const to = (y * one.across + x) * 3;
      let most = 0;
      for (let channel = 0; channel < 3; channel += 1)
        most = Math.max(most, Math.abs((one.means[at + channel] ?? 0) - (other.means[to + channel] ?? 0)));
      least = Math.min(least, most);
    }
  return least;
};

/** Undefined if too few cells could be compared. */
export interface Changed {
  inside: number | undefined;
  outside: number | undefined;
}

const isIn = (x: number, y: number, box: Box) =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

const overlaps = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const edgesOf = ({ x, y, width, height }: Box): Box[] => {
  const [across, down] = [width + 2 * EDGE, height + 2 * EDGE];
  const [left, top] = [x - EDGE, y - EDGE];
  return [
    ...[top, top + height].map((at) => ({ x: left, y: at, width: across, height: 2 * EDGE })),
    ...[left, left + width].map((at) => ({ x: at, y: top, width: 2 * EDGE, height: down })),
  ];
};

const round = (value: number) => Math.round(value * 1000) / 1000;

/**
 * Shares of the cells inside and outside of the element's box whose mean color has no equal near the same place in the
 * other picture. `size` is the part in CSS pixels, `box` the element in it. Cells on its edge don't count, because it may
 * have moved a little, nor those that touch the widget's `drop`.
 */
export const comparePictures = (
  before: View,
  after: View,
  size: { width: number; height: number },
  box: Box,
  drop: Box | undefined,
): Changed => {
  const [across, down] = [Math.max(1, Math.round(size.width / CELL)), Math.max(1, Math.round(size.height / CELL))];
  const [one, other] = [gridOf(before, across, down), gridOf(after, across, down)];
  const [width, height] = [size.width / across, size.height / down];
  const covered = [...edgesOf(box), ...(drop ? [drop] : [])];
  const counts = { inside: [0, 0], outside: [0, 0] };
  for (let cell = 0; cell < across * down; cell += 1) {
    const at = cell * 3;
    const [column, row] = [cell % across, Math.floor(cell / across)];
    if (Number.isNaN(one.means[at]) || Number.isNaN(other.means[at])) continue;
    const area = { x: column * width, y: row * height, width, height };
    if (covered.some((one) => overlaps(area, one))) continue;
    const changed = Math.max(distance(one, other, column, row), distance(other, one, column, row)) > CLEARLY;
    const count = isIn(area.x + width / 2, area.y + height / 2, box) ? counts.inside : counts.outside;
    count[0] = (count[0] ?? 0) + 1;
    count[1] = (count[1] ?? 0) + Number(changed);
  }
  const share = ([all = 0, changed = 0]: number[]) => (all < MIN_CELLS ? undefined : round(changed / all));
  return { inside: share(counts.inside), outside: share(counts.outside) };
};

/** A copy of a part, in the picture's own pixels. */
export const cropOf = ({ pixels, part }: View): Pixels => {
  const left = Math.max(0, Math.round(part.x));
  const top = Math.max(0, Math.round(part.y));
  const width = Math.max(1, Math.min(pixels.width - left, Math.round(part.width)));
  const height = Math.max(1, Math.min(pixels.height - top, Math.round(part.height)));
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = ((top + row) * pixels.width + left) * 4;
    data.set(pixels.data.subarray(start, start + width * 4), row * width * 4);
  }
  return { width, height, data };
};
