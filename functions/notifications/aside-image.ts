import { type Image, listed } from '../kit/table/image.ts';

/** A note in quarantine, as the stream delivers it. */
export const isAside = (image: Image | undefined): boolean => {
  const quarantine = listed(image, 'quarantine');
  return quarantine !== undefined && !quarantine.NULL;
};

/** The team knew it before: someone put it there, or took their release back. */
export const wasShownBefore = (image: Image | undefined): boolean =>
  image?.released !== undefined || (listed(image, 'quarantine')?.L ?? []).some(({ S: reason }) => reason === 'by_hand');
