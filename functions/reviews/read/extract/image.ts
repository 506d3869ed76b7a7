import { WEBP } from 'image-size/types/webp';
import jpeg from 'jpeg-js';
import { type Said, said } from '../../../codes/said.ts';
import { decodePng, type Pixels } from '../../../kit/files/decode-png.ts';
import { type ImageType, imageFault, isImageType } from '../../../kit/files/image.ts';
import { measure, type PixelFacts } from './pixels.ts';
import { Unreadable } from './reading.ts';

const MAX_MEGAPIXELS = 25;
const MAX_MEMORY_MB = 900;

export interface ImageReading {
  type: ImageType;
  facts: Partial<PixelFacts>;
  notes: Said[];
}

const decoders: Partial<Record<ImageType, (bytes: Buffer) => Pixels>> = {
  'image/png': decodePng,
  'image/jpeg': (bytes) =>
    jpeg.decode(bytes, {
      useTArray: true,
      tolerantDecoding: true,
      maxResolutionInMP: MAX_MEGAPIXELS,
      maxMemoryUsageInMB: MAX_MEMORY_MB,
    }),
};

export const readImage = (bytes: Buffer, type: string): ImageReading => {
  if (!isImageType(type)) throw new Unreadable(said('image_type_refused'));
  const fault = imageFault(bytes, type);
  if (fault !== undefined) throw new Unreadable(said(fault, { type }));
  if (type === 'image/png' && bytes.lastIndexOf('IEND') < 0) throw new Unreadable(said('image_truncated'));
  const decode = decoders[type];
  if (!decode) {
    const { width, height } = WEBP.calculate(bytes);
    return { type, facts: { width, height }, notes: [said('webp_not_measured')] };
  }
  try {
    return { type, facts: measure(decode(bytes)), notes: [] };
  } catch {
    return { type, facts: {}, notes: [said('image_not_measured')] };
  }
};
