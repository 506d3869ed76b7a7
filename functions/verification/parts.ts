import type { CapturedContext } from '../annotations/context-schema.ts';
import type { Box } from '../browser/order.ts';

/** Around the element, as the widget cuts its picture. */
const MARGIN = 120;
const MIN_SIZE = { width: 200, height: 150 };
/** Larger than an 8K screen. The visitor states the size of the window, so it may be anything. */
const MAX_AREA = 8192 * 8192;

interface Parts {
  /** In the window, in CSS pixels: the element, and the part that the widget's picture shows. */
  box: Box;
  part: Box;
}

/** As `web/widget/crop.ts` cut it, or from a picture that may be wider: phones lay out some pages wider than their window. */
export const partsOf = ({ anchor, environment }: CapturedContext, pictured = 0): Parts | undefined => {
  const { viewport, scroll = { x: 0, y: 0 } } = environment ?? {};
  if (!anchor.box || !viewport || (anchor.frame_path?.length ?? 0) > 0) return undefined;
  const box = { ...anchor.box, x: anchor.box.x - scroll.x, y: anchor.box.y - scroll.y };
  const across = Math.max(viewport.width, pictured);
  const x = Math.max(0, Math.min(box.x - MARGIN, across - MIN_SIZE.width));
  const y = Math.max(0, Math.min(box.y - MARGIN, viewport.height - MIN_SIZE.height));
  const width = Math.max(MIN_SIZE.width, Math.min(across, box.x + box.width + MARGIN) - x);
  const height = Math.max(MIN_SIZE.height, Math.min(viewport.height, box.y + box.height + MARGIN) - y);
  return width * height > MAX_AREA ? undefined : { box, part: { x, y, width, height } };
};

/** In the part, as `web/widget/capture.ts` draws it: its tip touches the clicked point, or else the element's corner. */
export const dropIn = ({ box, part }: Parts, { pin = { x: 0, y: 0 } }: CapturedContext['anchor']): Box => {
  const x = Math.min(Math.max(2, box.x + pin.x - part.x), part.width - 26);
  const y = Math.max(26, box.y + pin.y - part.y);
  return { x: x - 2, y: y - 26, width: 28, height: 28 };
};
