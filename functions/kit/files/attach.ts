import { createHash } from 'node:crypto';
import { unprocessable } from '../errors.ts';
import { extensionOf, imageFault, isImageType, MAX_IMAGE_BYTES } from './image.ts';
import type { Storage, UploadPurpose } from './storage.ts';

export interface Attachment {
  /** The key as the caller presented it. */
  key: string;
  /** Where in the request it stood, for the 422. */
  loc: (string | number)[];
  purpose: UploadPurpose;
  /** The folder that keeps the copy, ending in a slash. */
  folder: string;
}

/**
 * Reads an upload once, verifies those bytes (at most 10 MiB, png, jpeg or webp as declared, at most 25 megapixels)
 * and writes them to a key named after their hash, so that the open upload address cannot replace what was verified.
 * Gives the kept key. Throws one and the same 422 for a key of another purpose and for one that holds nothing.
 */
export const attach = async (storage: Storage, { key, loc, purpose, folder }: Attachment): Promise<string> => {
  const upload = await storage.readUpload(purpose, key, MAX_IMAGE_BYTES);
  if (!upload) throw unprocessable(loc, 'upload_missing');
  const { bytes, type } = upload;
  if (!isImageType(type)) throw unprocessable(loc, 'image_type_refused');
  if (!bytes) {
    await storage.empty(key);
    throw unprocessable(loc, 'image_too_large');
  }
  const fault = imageFault(bytes, type);
  if (fault !== undefined) throw unprocessable(loc, fault, { type });
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const kept = `${folder}${hash}.${extensionOf(type)}`;
  await storage.keep(kept, bytes, type);
  return kept;
};
