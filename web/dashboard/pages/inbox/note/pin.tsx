import type { Place } from './place.ts';

const share = (part: number) => `${part * 100}%`;

/** Draws the element's outline and a pin over a picture that doesn't show them. */
export const Pin = ({ place }: { place: Place | undefined }) => {
  if (!place || place.isDrawn) return null;
  const { x, y, width, height } = place;
  return (
    <span className="pointed" style={{ left: share(x), top: share(y), width: share(width), height: share(height) }}>
      <svg viewBox="0 0 26 26" className="pin" aria-hidden="true">
        <path d="M1 25V13A12 12 0 1 1 13 25Z" />
      </svg>
    </span>
  );
};
