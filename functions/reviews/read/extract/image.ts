import { WEBP } from 'image-size/types/webp';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { type ImageType, imageFault, isImageType } from '../../../kit/files/image.ts';
import { measure, type PixelFacts, type Pixels } from './pixels.ts';
import { Unreadable } from './unreadable.ts';

const MOST_MEGAPIXELS = 25;
const MOST_MEMORY_MB = 900;

export interface ImageReading {
  type: ImageType;
  facts: Partial<PixelFacts>;
  notes: string[];
}

const decoders: Partial<Record<ImageType, (bytes: Buffer) => Pixels>> = {
  'image/png': (bytes) => PNG.sync.read(bytes),
  'image/jpeg': (bytes) =>
    jpeg.decode(bytes, {
      useTArray: true,
      tolerantDecoding: true,
      maxResolutionInMP: MOST_MEGAPIXELS,
      maxMemoryUsageInMB: MOST_MEMORY_MB,
    }),
};

/** Verifies an image and measures it. Throws Unreadable for what is not an image of that type. */
export const readImage = (bytes: Buffer, type: string): ImageReading => {
  if (!isImageType(type)) throw new Unreadable('Only png, jpeg and webp images are taken.');
  const fault = imageFault(bytes, type);
  if (fault !== undefined) throw new Unreadable(fault);
  if (type === 'image/png' && bytes.lastIndexOf('IEND') < 0)
    throw new Unreadable('The uploaded image is damaged: its end is missing. Upload it again.');
  const decode = decoders[type];
  if (!decode) {
    const { width, height } = WEBP.calculate(bytes);
    return { type, facts: { width, height }, notes: ['Contrast and colours of webp images are not measured.'] };
  }
  try {
    return { type, facts: measure(decode(bytes)), notes: [] };
  } catch {
    return { type, facts: {}, notes: ['Contrast and colours of this image could not be measured.'] };
  }
};
