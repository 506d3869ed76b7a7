import type { Rect } from './runtime.ts';

const MARGIN = 120;
const LEAST = { width: 200, height: 150 };
const FINEST = 2;
/** The service accepts 25 megapixels; 8 are plenty. */
const MAX_PIXELS = 8e6;

export const cropAround = (area: Rect, viewport: { width: number; height: number }): Rect => {
  const x = Math.max(0, Math.min(area.x - MARGIN, viewport.width - LEAST.width));
  const y = Math.max(0, Math.min(area.y - MARGIN, viewport.height - LEAST.height));
  return {
    x,
    y,
    width: Math.max(LEAST.width, Math.min(viewport.width, area.x + area.width + MARGIN) - x),
    height: Math.max(LEAST.height, Math.min(viewport.height, area.y + area.height + MARGIN) - y),
  };
};

/** Picture pixels per page pixel. */
export const scaleOf = ({ width, height }: { width: number; height: number }, pixelRatio: number): number =>
  Math.min(pixelRatio || 1, FINEST, Math.sqrt(MAX_PIXELS / (width * height)));
