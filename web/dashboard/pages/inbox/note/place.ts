import { cropAround, scaleOf } from '../../../../widget/crop.ts';
import type { Note } from '../data.ts';

type Box = NonNullable<Note['anchor']['box']>;
type Size = Pick<Box, 'width' | 'height'>;

/** The element's box in the window; undefined inside a frame, whose position wasn't recorded. */
const inWindow = ({ anchor, environment }: Note): Box | undefined => {
  const { box, frame_path = [] } = anchor;
  if (!box || frame_path.length > 0) return undefined;
  const { x, y } = environment?.scroll ?? { x: 0, y: 0 };
  return { ...box, x: box.x - x, y: box.y - y };
};

export const partShown = (note: Note): Box | undefined => {
  const { viewport } = note.environment ?? {};
  const area = inWindow(note);
  return viewport && area && cropAround(area, viewport);
};

const isPictureOf = (part: Size, picture: Size, scale: number) =>
  Math.abs(part.width * scale - picture.width) <= 2 && Math.abs(part.height * scale - picture.height) <= 2;

/** The element's box as fractions of the picture; `isDrawn`: the picture already shows the pin. */
export interface Place extends Box {
  isDrawn: boolean;
}

/** Undefined if the element is outside the picture, and for pictures by neither the widget nor of the whole window. */
export const placeIn = (note: Note, picture: Size): Place | undefined => {
  const area = inWindow(note);
  const { viewport, pixel_ratio = 1 } = note.environment ?? {};
  if (!area || !viewport) return undefined;
  const part = partShown(note);
  const isDrawn = part !== undefined && isPictureOf(part, picture, scaleOf(part, pixel_ratio));
  const isWhole = isPictureOf(viewport, picture, picture.width / viewport.width);
  if (!isDrawn && !isWhole) return undefined;
  const shown = isDrawn && part ? part : { x: 0, y: 0, ...viewport };
  const left = Math.max(0, (area.x - shown.x) / shown.width);
  const top = Math.max(0, (area.y - shown.y) / shown.height);
  const right = Math.min(1, (area.x + area.width - shown.x) / shown.width);
  const bottom = Math.min(1, (area.y + area.height - shown.y) / shown.height);
  return right > left && bottom > top
    ? { x: left, y: top, width: right - left, height: bottom - top, isDrawn }
    : undefined;
};
