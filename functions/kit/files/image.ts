import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
export const MAX_PIXELS = 25_000_000;

const FORMATS = {
  'image/png': { extension: 'png', reader: PNG, starts: [[0, '89504e470d0a1a0a']] },
  'image/jpeg': { extension: 'jpg', reader: JPG, starts: [[0, 'ffd8ff']] },
  'image/webp': {
    extension: 'webp',
    reader: WEBP,
    starts: [
      [0, '52494646'],
      [8, '57454250'],
    ],
  },
} as const;

export type ImageType = keyof typeof FORMATS;
export const imageTypes = Object.keys(FORMATS) as ImageType[];

export const isImageType = (text: unknown): text is ImageType =>
  typeof text === 'string' && Object.hasOwn(FORMATS, text);

export const extensionOf = (type: ImageType): string => FORMATS[type].extension;

const startsAs = (bytes: Buffer, type: ImageType) =>
  FORMATS[type].starts.every(([at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex);

export const imageSize = (bytes: Buffer, type: ImageType) => {
  try {
    // The reader looks past the end of a short buffer, which Node cuts from memory that others use.
    const own = bytes.length < Buffer.poolSize ? Uint8Array.from(bytes) : bytes;
    const { width, height } = FORMATS[type].reader.calculate(own);
    return { width, height };
  } catch {
    return undefined;
  }
};

export const imageTypeOf = (bytes: Buffer): ImageType | undefined => imageTypes.find((type) => startsAs(bytes, type));

type ImageFault = 'type_mismatch' | 'image_damaged' | 'too_many_pixels';

export const imageFault = (bytes: Buffer, type: ImageType): ImageFault | undefined => {
  if (!startsAs(bytes, type)) return 'type_mismatch';
  const size = imageSize(bytes, type);
  if (!size || !(size.width > 0 && size.height > 0)) return 'image_damaged';
  if (size.width * size.height > MAX_PIXELS) return 'too_many_pixels';
  return undefined;
};
