import type * as z from 'zod';
import type { Annotation } from '../annotations/schema.ts';
import { readSignedFile } from '../files/signed-url.ts';
import { imageSize, isImageType } from '../kit/files/image.ts';
import type { Storage } from '../kit/files/storage.ts';
import type { ToolAnswer } from './tool.ts';

const MAX_TOKENS = 1500;
const MAX_BYTES = 1024 * 1024;
/** As models with vision count: a token for so many pixels. */
const PIXELS_PER_TOKEN = 750;

type Pictures = Pick<z.output<typeof Annotation>, 'screenshot_url' | 'thumbnail_url'>;

const imageAt = async (storage: Storage, url: string | null): Promise<ToolAnswer['image']> => {
  const key = url === null ? undefined : readSignedFile(url.slice(url.lastIndexOf('/') + 1));
  const found = key === undefined ? undefined : await storage.read(key, MAX_BYTES);
  if (!found || !isImageType(found.type)) return undefined;
  const { width, height } = imageSize(found.bytes, found.type) ?? { width: Number.POSITIVE_INFINITY, height: 1 };
  if ((width * height) / PIXELS_PER_TOKEN > MAX_TOKENS) return undefined;
  return { data: found.bytes.toString('base64'), mimeType: found.type };
};

/** The largest that fits: the widget has already cut it to the note's place. */
export const withPicture = async (storage: Storage, note: Pictures, answer: ToolAnswer): Promise<ToolAnswer> => {
  for (const picture of ['screenshot', 'thumbnail'] as const) {
    const image = await imageAt(storage, note[`${picture}_url`]);
    if (image) return { ...answer, trusted: { ...answer.trusted, picture }, image };
  }
  return { ...answer, trusted: { ...answer.trusted, picture: null } };
};
