import { expect, test } from '@jest/globals';
import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import type { Box } from '../../functions/browser/order.ts';
import type { Pixels } from '../../functions/kit/files/decode-png.ts';
import { comparePictures, cropOf } from '../../functions/verification/compare-pictures.ts';
import { dropIn, partsOf } from '../../functions/verification/parts.ts';

type Color = readonly [number, number, number];

const [WIDTH, HEIGHT] = [240, 160];
const BOX = { x: 60, y: 48, width: 120, height: 64 };

const draw = (color: (x: number, y: number) => Color, scale = 1): Pixels => {
  const [width, height] = [WIDTH * scale, HEIGHT * scale];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(color(x / scale, y / scale), (y * width + x) * 4);
  return { width, height, data };
};

const isIn = (x: number, y: number) => x >= BOX.x && x < BOX.x + BOX.width && y >= BOX.y && y < BOX.y + BOX.height;
const WHITE: Color = [255, 255, 255];
const BLUE: Color = [40, 60, 200];
const RED: Color = [220, 40, 40];
const page =
  (inside: Color, outside = WHITE) =>
  (x: number, y: number) =>
    isIn(x, y) ? inside : outside;

const compare = (before: Pixels, after: Pixels, drop?: Box, box = BOX) => {
  const whole = (pixels: Pixels) => ({ pixels, part: { x: 0, y: 0, width: pixels.width, height: pixels.height } });
  return comparePictures(whole(before), whole(after), { width: WIDTH, height: HEIGHT }, box, drop);
};

test('pictures of another resolution show no change', () => {
  expect(compare(draw(page(BLUE), 2), draw(page(BLUE)))).toEqual({ inside: 0, outside: 0 });
});

test('pictures show no change if everything moved by three pixels', () => {
  const moved = draw((x, y) => page(BLUE)(x - 3, y + 3));
  expect(compare(draw(page(BLUE)), moved)).toEqual({ inside: 0, outside: 0 });
});

test('another color of the element is a change of the element, and of nothing around it', () => {
  expect(compare(draw(page(BLUE)), draw(page(RED)))).toEqual({ inside: 1, outside: 0 });
});

test('another background is a change around the element, and not of the element', () => {
  expect(compare(draw(page(BLUE)), draw(page(BLUE, [0, 0, 0])))).toEqual({ inside: 0, outside: 1 });
});

test('what the widget drew is no change', () => {
  const drop = { x: 100, y: 60, width: 28, height: 28 };
  const drawn = draw((x, y) => (x >= 104 && x < 128 && y >= 64 && y < 88 ? RED : page(BLUE)(x, y)));
  expect(compare(drawn, draw(page(BLUE)), drop)).toEqual({ inside: 0, outside: 0 });
  expect(compare(drawn, draw(page(BLUE))).inside).toBeGreaterThan(0);
});

test('another color is seen next to what the widget drew', () => {
  const drop = { x: 60, y: 22, width: 28, height: 28 };
  expect(compare(draw(page(BLUE)), draw(page(RED)), drop)).toEqual({ inside: 1, outside: 0 });
});

/** An element as the widget captures it, and its picture: with the frame and drop of `web/widget/capture.ts`. */
const captured = (width: number, height: number, pin: { x: number; y: number }) => {
  const anchor = { kind: 'element', box: { x: 317, y: 341, width, height }, pin };
  const found = partsOf({ anchor, environment: { viewport: { width: 1280, height: 800 } } } as CapturedContext);
  if (!found) throw new Error('no parts');
  const { box, part } = found;
  const own = { ...box, x: box.x - part.x, y: box.y - part.y };
  const isNear = (at: number, edge: number) => Math.abs(at + 0.5 - edge) < 1;
  const isAlong = (at: number, from: number, length: number) => at >= from - 1 && at <= from + length;
  const isFrame = (x: number, y: number) =>
    (isAlong(y, own.y, height) && (isNear(x, own.x) || isNear(x, own.x + width))) ||
    (isAlong(x, own.x, width) && (isNear(y, own.y) || isNear(y, own.y + height)));
  const tip = { x: own.x + pin.x, y: own.y + pin.y };
  const isDrop = (x: number, y: number, radius: number) => Math.hypot(x - tip.x - 12, y - tip.y + 12) < radius;
  const shown = (draw: (x: number, y: number) => Color): Pixels => {
    const data = new Uint8Array(part.width * part.height * 4).fill(255);
    for (let y = 0; y < part.height; y += 1)
      for (let x = 0; x < part.width; x += 1) data.set(draw(x, y), (y * part.width + x) * 4);
    return { width: part.width, height: part.height, data };
  };
  const isInside = (x: number, y: number) => x >= own.x && y >= own.y && x < own.x + width && y < own.y + height;
  const bare = (color: Color) => (x: number, y: number) => (isInside(x, y) ? color : WHITE);
  const drawn = (x: number, y: number) => {
    if (isDrop(x, y, 10.5)) return BLUE;
    if (isDrop(x, y, 13.5)) return WHITE;
    return isFrame(x, y) ? BLUE : bare([240, 240, 240])(x, y);
  };
  const whole = (pixels: Pixels) => ({ pixels, part: { x: 0, y: 0, width: pixels.width, height: pixels.height } });
  const against = (color: Color) =>
    comparePictures(whole(shown(drawn)), whole(shown(bare(color))), part, own, dropIn(found, { kind: 'element', pin }));
  return { unchanged: against([240, 240, 240]), changed: against(RED) };
};

const SIZES = [20, 22, 24, 32, 40, 48].flatMap((height) =>
  [48, 64, 96, 140, 220].map((width) => [width, height] as const),
);

test.each(SIZES)('the same link of %i × %i pixels shows no change under the frame and drop', (width, height) => {
  const middle = { x: Math.round(width / 2), y: Math.round(height * 0.55) };
  const { unchanged, changed } = captured(width, height, middle);
  expect(unchanged).toEqual({ ...(unchanged.inside !== undefined && { inside: 0 }), outside: 0 });
  if (width * height > 3000) expect(changed.inside).toBe(1);
});

test('an element that the drop covers isn’t judged', () => {
  expect(captured(24, 24, { x: 4, y: 20 })).toMatchObject({
    unchanged: { outside: 0 },
    changed: { inside: undefined },
  });
});

test('an element that is thinner than the cells isn’t judged', () => {
  const line = { x: 60, y: 49, width: 120, height: 2 };
  const drawn = (color: Color) => draw((x, y) => (x >= 60 && x < 180 && y >= 49 && y < 51 ? color : WHITE));
  expect(compare(drawn(BLUE), drawn(RED), undefined, line).inside).toBeUndefined();
});

test('a part is cut to what of it is in the picture', () => {
  const cut = cropOf({ pixels: draw(page(BLUE)), part: { x: -10, y: 150, width: 100, height: 40 } });
  expect([cut.width, cut.height]).toEqual([100, 10]);
});
