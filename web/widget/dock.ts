import type { Point, Rect } from './runtime.ts';

const GAP = 16;
const EDGE = 8;
/** How much nearer another place must be before the panel moves there. */
const INERTIA = 200;

const shared = (from: number, size: number, other: number, otherSize: number): number =>
  Math.max(0, Math.min(from + size, other + otherSize) - Math.max(from, other));

/** As in core.css. */
export const isPhone = (): boolean => innerWidth < 501;

/** Keeps a panel in view, next to its target and near the pin. On a phone the panel is a sheet. */
export const docker = () => {
  let side = -1;
  return (panel: HTMLElement, target: Rect | null, pin: Point | null): void => {
    if (!target || isPhone()) {
      panel.style.cssText = '';
      return;
    }
    const { x, y, width, height } = target;
    const { offsetWidth: w, offsetHeight: h } = panel;
    const at = pin ?? { x: x + width / 2, y };
    const [over, centered] = [at.y - 60, at.x - w / 2];
    const places = [
      [x + width + GAP, over],
      [x - w - GAP, over],
      [centered, y + height + GAP],
      [centered, y - h - GAP],
      [at.x + GAP * 2, over],
      [at.x - w - GAP, over],
    ].map(([left = 0, top = 0]) => [
      Math.max(EDGE, Math.min(left, innerWidth - w - EDGE)),
      Math.max(EDGE, Math.min(top, innerHeight - h - EDGE)),
    ]);
    const costs = places.map(([left = 0, top = 0], place) => {
      const far = Math.hypot(Math.max(left - at.x, at.x - left - w, 0), Math.max(top - at.y, at.y - top - h, 0));
      const hidden = shared(left, w, x, width) * shared(top, h, y, height);
      return (far || 9e9) + hidden / 20 - (place === side ? INERTIA : 0);
    });
    side = costs.indexOf(Math.min(...costs));
    const [left, top] = places[side] ?? [];
    panel.style.cssText = `inset:${top}px auto auto ${left}px;max-height:calc(100dvh - ${EDGE * 2}px)`;
  };
};
