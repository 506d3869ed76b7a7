import type { CapturedContext } from '../annotations/context-schema.ts';
import type { Box } from '../browser/order.ts';
import type { Pixels } from '../kit/files/decode-png.ts';
import { cropOf } from './compare-pictures.ts';
import { partsOf } from './parts.ts';

/** The share by which a picture may differ from the window. */
const TOLERANCE = 0.02;
const MAX_RATIO = 4;
/** A picture that hardly gets smaller stays whole. */
const WORTH_CUTTING = 0.8;
const FRAME = { color: [79, 70, 229], width: 3, gap: 4 } as const;

/** In CSS pixels. A mail shows two pictures in 496 pixels, next to each other: larger parts are hard to read. */
const READABLE = { width: 400, height: 560 };

interface Place {
  box: Box;
  part: Box;
}

/** As much of a length as can be read, around the point that the visitor clicked, or else from the start. */
const readable = (from: number, length: number, most: number, pin: number | undefined) => {
  if (length <= most) return { from, length };
  const at = pin === undefined ? from : Math.max(from, Math.min(pin - most / 2, from + length - most));
  return { from: at, length: most };
};

const readablePart = (part: Box, box: Box, pin: { x: number; y: number } | undefined): Box => {
  const across = readable(part.x, part.width, READABLE.width, pin && box.x + pin.x);
  const down = readable(part.y, part.height, READABLE.height, pin && box.y + pin.y);
  return { x: across.from, y: down.from, width: across.length, height: down.length };
};

const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

/** Pixels of the picture per CSS pixel of the note's window; undefined if it isn't a picture of that window's width. */
const ratioOf = (width: number, window: number, own = 1): number | undefined => {
  const ratio = width / window;
  const fits = [own, 1, 2, 3].some((one) => Math.abs(ratio - one) < TOLERANCE * one);
  return fits && ratio <= MAX_RATIO ? ratio : undefined;
};

/** The note's place in a picture of the whole page, or of its start. Anyone may have taken it, of anything. */
export const placeInPicture = (captured: CapturedContext, picture: Omit<Pixels, 'data'>): Place | undefined => {
  const parts = partsOf(captured);
  const { viewport, scroll = { x: 0, y: 0 }, pixel_ratio } = captured.environment ?? {};
  const ratio = viewport && ratioOf(picture.width, viewport.width, pixel_ratio);
  if (!parts || !viewport || ratio === undefined) return undefined;
  const isWindow = picture.height < viewport.height * ratio * (1 + TOLERANCE);
  const isShort = picture.height < viewport.height * ratio * (1 - TOLERANCE);
  if (isShort || (isWindow && (scroll.x !== 0 || scroll.y !== 0))) return undefined;
  const onPage = (at: Box) => scaled({ ...at, x: at.x + scroll.x, y: at.y + scroll.y }, ratio);
  const [box, part] = [onPage(parts.box), onPage(readablePart(parts.part, parts.box, captured.anchor.pin))];
  const isInside = box.x >= 0 && box.y >= 0 && box.x < picture.width && box.y + box.height <= picture.height;
  const isWorth = part.width * part.height < WORTH_CUTTING * picture.width * picture.height;
  return isInside && isWorth ? { box, part } : undefined;
};

const frame = (pixels: Pixels, box: Box): void => {
  const { width: thick, gap, color } = FRAME;
  const [left, top] = [Math.round(box.x - gap), Math.round(box.y - gap)];
  const [right, bottom] = [Math.round(box.x + box.width + gap), Math.round(box.y + box.height + gap)];
  const paint = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= pixels.width || y >= pixels.height) return;
    pixels.data.set(color, (y * pixels.width + x) * 4);
  };
  for (let inset = 0; inset < thick; inset += 1) {
    for (let x = left - inset; x <= right + inset; x += 1) for (const y of [top - inset, bottom + inset]) paint(x, y);
    for (let y = top - inset; y <= bottom + inset; y += 1) for (const x of [left - inset, right + inset]) paint(x, y);
  }
};

/** The part around the note's element, with a frame around the element. */
export const cutPlace = (pixels: Pixels, { box, part }: Place): Pixels => {
  const cut = cropOf({ pixels, part });
  frame(cut, { ...box, x: box.x - Math.max(0, part.x), y: box.y - Math.max(0, part.y) });
  return cut;
};
