import { createHash } from 'node:crypto';
import { unprocessable } from '../errors.ts';
import { extensionOf, imageFault, isImageType, MAX_IMAGE_BYTES } from './image.ts';
import type { UploadPurpose } from './signed-storage.ts';
import type { Storage } from './storage.ts';

export interface Attachment {
  key: string;
  loc: (string | number)[];
  purpose: UploadPurpose;
  folder: string;
}

/** Keeps the verified bytes under their hash, since the upload's address stays open. */
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

export const attachNamed = async (
  storage: Storage,
  { kind, key, folder, ...owner }: UploadPurpose & { key: string | null | undefined; folder: string },
): Promise<string | null> => {
  if (typeof key !== 'string') return null;
  return attach(storage, { key, loc: ['body', `${kind}_key`], purpose: { ...owner, kind }, folder });
};
