import type { Box } from '../../browser/order.ts';
import type { Fact } from '../../facts/fact.ts';
import type { ContentSize } from '../rows.ts';

/** The pictures of the whole page, by window. */
export const SCREENSHOTS = { wide: 'screenshot-wide', narrow: 'screenshot-narrow' } as const;

/** 1 px of the page is 1 px of its picture. What is below the picture's end has no place in it. */
export const regionOn = (size: ContentSize | null, view: Fact['view'], box: Box | undefined) => {
  const element = SCREENSHOTS[view ?? 'wide'];
  const [width = 0, height = 0] = size?.picture_sizes[size.picture_elements.indexOf(element)] ?? [];
  if (!box || width <= 0 || height <= 0) return { element: null, region: null };
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
  if (right <= left || bottom <= top) return { element: null, region: null };
  const part = (value: number, of: number) => Math.round((value / of) * 1e5) / 1e5;
  return {
    element,
    region: [part(left, width), part(top, height), part(right - left, width), part(bottom - top, height)],
  };
};
