import { describe, expect, test } from '@jest/globals';
import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { cutPlace, placeInPicture } from '../../functions/verification/place-in-picture.ts';

const captured = (more: Partial<NonNullable<CapturedContext['environment']>> = {}, y = 1200): CapturedContext => ({
  page: { url: 'https://shop.example.com/cart' },
  anchor: { kind: 'element', box: { x: 300, y, width: 84, height: 24 } },
  environment: { viewport: { width: 1280, height: 800 }, scroll: { x: 0, y: 900 }, pixel_ratio: 1, ...more },
});
const AT_TOP = { scroll: { x: 0, y: 0 } };

describe('the place of a note', () => {
  test('is found in a picture of the whole page, at its scale', () => {
    expect(placeInPicture(captured(), { width: 1280, height: 3000 })).toEqual({
      box: { x: 300, y: 1200, width: 84, height: 24 },
      part: { x: 180, y: 1080, width: 324, height: 264 },
    });
    const double = placeInPicture(captured({ pixel_ratio: 2 }), { width: 2560, height: 6000 });
    expect(double?.box).toEqual({ x: 600, y: 2400, width: 168, height: 48 });
  });

  test('is found in a picture of the window only if the page was not scrolled', () => {
    const size = { width: 1280, height: 800 };
    expect(placeInPicture(captured(AT_TOP, 200), size)?.box.y).toBe(200);
    expect(placeInPicture(captured({}, 1200), size)).toBeUndefined();
  });

  test('is the clicked point of an element that is too large to be read in a mail, or else its start', () => {
    const box = { x: 0, y: 1000, width: 1280, height: 2000 };
    const partAt = (pin?: { x: number; y: number }) => {
      const { page, environment } = captured();
      const anchor = { kind: 'element' as const, box, ...(pin && { pin }) };
      return placeInPicture({ page, anchor, environment }, { width: 1280, height: 4000 })?.part;
    };
    expect(partAt({ x: 900, y: 300 })).toEqual({ x: 700, y: 1020, width: 400, height: 560 });
    expect(partAt({ x: 1279, y: 3 })).toMatchObject({ x: 880, width: 400 });
    expect(partAt()).toMatchObject({ x: 0, width: 400 });
  });

  test.each([
    ['of another window', { width: 390, height: 3000 }],
    ['of a part', { width: 1280, height: 300 }],
    ['of another scale', { width: 1500, height: 3000 }],
    ['that ends above it', { width: 1280, height: 1210 }],
  ])('is unknown in a picture %s', (_, size) => {
    expect(placeInPicture(captured(), size)).toBeUndefined();
  });

  test('is unknown without a box, and in a frame', () => {
    const size = { width: 1280, height: 3000 };
    const { page, anchor, environment } = captured();
    expect(placeInPicture({ page, anchor: { kind: 'page' }, environment }, size)).toBeUndefined();
    expect(placeInPicture({ page, anchor: { ...anchor, frame_path: ['#f'] }, environment }, size)).toBeUndefined();
  });

  test('is cut out with a frame around the element, which stays as it is', () => {
    const data = new Uint8Array(1280 * 3000 * 4).fill(200);
    const place = placeInPicture(captured(), { width: 1280, height: 3000 })!;
    const cut = cutPlace({ width: 1280, height: 3000, data }, place);
    expect([cut.width, cut.height]).toEqual([324, 264]);
    const at = (x: number, y: number) => [...cut.data.slice((y * cut.width + x) * 4, (y * cut.width + x) * 4 + 3)];
    // The element is at 120, 120 in the part.
    expect(at(120 - 4, 130)).toEqual([79, 70, 229]);
    expect(at(130, 120 + 24 + 4)).toEqual([79, 70, 229]);
    expect(at(130, 130)).toEqual([200, 200, 200]);
    expect(at(5, 5)).toEqual([200, 200, 200]);
    expect(data.every((one) => one === 200)).toBe(true);
  });
});
