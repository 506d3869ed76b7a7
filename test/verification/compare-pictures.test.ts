import { expect, test } from '@jest/globals';
import { comparePictures, cropOf, type Drop, type Pixels } from '../../functions/verification/compare-pictures.ts';

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

const compare = (before: Pixels, after: Pixels, drop?: Drop, box = BOX) => {
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

test('the drop that the widget drew is no change', () => {
  const drop = { color: RED, box: { x: 100, y: 60, width: 28, height: 28 } };
  const drawn = draw((x, y) => (x >= 104 && x < 128 && y >= 64 && y < 88 ? RED : page(BLUE)(x, y)));
  expect(compare(drawn, draw(page(BLUE)), drop)).toEqual({ inside: 0, outside: 0 });
  expect(compare(drawn, draw(page(BLUE))).inside).toBeGreaterThan(0);
});

test('another color is seen on an element that had the widget’s color', () => {
  const drop = { color: BLUE, box: { x: 60, y: 22, width: 28, height: 28 } };
  expect(compare(draw(page(BLUE)), draw(page(RED)), drop)).toEqual({ inside: 1, outside: 0 });
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
