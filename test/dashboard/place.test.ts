import { describe, expect, test } from '@jest/globals';
import { placeIn } from '../../web/dashboard/pages/inbox/note/place.ts';

type Note = Parameters<typeof placeIn>[0];

const VIEWPORT = { width: 1280, height: 800 };
/** An element at 600, 300 of a window that was scrolled down by 1000. */
const noteOf = (anchor: Partial<Note['anchor']> = {}, pixel_ratio = 1) =>
  ({
    anchor: { kind: 'element', box: { x: 600, y: 1300, width: 200, height: 100 }, ...anchor },
    environment: { viewport: VIEWPORT, scroll: { x: 0, y: 1000 }, pixel_ratio },
  }) as Note;

describe('the visitor’s target', () => {
  test("has a position in the widget's picture, which includes its surroundings and the pin", () => {
    const place = placeIn(noteOf(), { width: 440, height: 340 });
    const [x, y] = [120 / 440, 120 / 340].map((share) => expect.closeTo(share, 9));
    const [width, height] = [200 / 440, 100 / 340].map((share) => expect.closeTo(share, 9));
    expect(place).toEqual({ x, y, width, height, isDrawn: true });
    expect(placeIn(noteOf({}, 3), { width: 880, height: 680 })).toEqual(place);
  });

  test('has a position in a picture of the whole window at any size, without a pin', () => {
    const place = { x: 600 / 1280, y: 300 / 800, width: 200 / 1280, height: 100 / 800, isDrawn: false };
    expect(placeIn(noteOf(), VIEWPORT)).toEqual(place);
    expect(placeIn(noteOf(), { width: 640, height: 400 })).toEqual(place);
  });

  test('is cut off at the edge of the picture', () => {
    const box = { x: 1200, y: 1300, width: 200, height: 100 };
    expect(placeIn(noteOf({ box }), VIEWPORT)).toMatchObject({
      x: expect.closeTo(1200 / 1280, 9),
      width: expect.closeTo(80 / 1280, 9),
    });
  });

  test.each([
    ['a picture of another shape', noteOf(), { width: 900, height: 900 }],
    ['an element inside of a frame', noteOf({ frame_path: ['#frame'] }), VIEWPORT],
    ['the page as a whole', noteOf({ kind: 'page', box: undefined }), VIEWPORT],
    ['an element out of sight', noteOf({ box: { x: 0, y: 5000, width: 10, height: 10 } }), VIEWPORT],
    ['a note without a window', { ...noteOf(), environment: undefined }, VIEWPORT],
  ])('is not told of %s', (_, note, picture) => {
    expect(placeIn(note, picture)).toBeUndefined();
  });
});
