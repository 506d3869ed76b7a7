import { unprocessable } from '../errors.ts';
import { asAttachment, type FileType, fileTypeOf, fileTypes, MAX_FILE_BYTES, safeName } from './file-type.ts';
import { extensionOf, type ImageType, imageFault, imageTypeOf, isImageType, MAX_IMAGE_BYTES } from './image.ts';
import type { UploadPurpose } from './signed-storage.ts';
import type { Storage } from './storage.ts';

export interface Attachment {
  key: string;
  loc: (string | number)[];
  purpose: UploadPurpose;
  folder: string;
}

type Place = Pick<Attachment, 'loc' | 'folder'>;

const keepImage = async (storage: Storage, bytes: Buffer, type: ImageType, { loc, folder }: Place): Promise<string> => {
  const fault = imageFault(bytes, type);
  if (fault !== undefined) throw unprocessable(loc, fault, { type });
  return storage.keepByHash(folder, bytes, extensionOf(type), type);
};

/** Sent by a client that names no type, as `curl -T` does. */
const UNTYPED = new Set(['', 'binary/octet-stream', 'application/octet-stream']);

/** Keeps a copy of the verified bytes, since the upload's address stays open. */
export const attach = async (storage: Storage, { key, loc, purpose, folder }: Attachment): Promise<string> => {
  const upload = await storage.readUpload(purpose, key, MAX_IMAGE_BYTES);
  if (!upload) throw unprocessable(loc, 'upload_missing', { kind: purpose.kind });
  const { bytes } = upload;
  const type = bytes && UNTYPED.has(upload.type) ? imageTypeOf(bytes) : upload.type;
  if (!isImageType(type)) throw unprocessable(loc, 'image_type_refused');
  if (!bytes) {
    await storage.empty(key);
    throw unprocessable(loc, 'image_too_large');
  }
  return keepImage(storage, bytes, type, { loc, folder });
};

export interface KeptFile {
  key: string;
  name: string;
  type: FileType;
  size: number;
}

/** A file of any allowed type, which its own bytes tell. It's kept as a download. */
export const attachFile = async (
  storage: Storage,
  { key, loc, purpose, folder }: Attachment,
  name: string,
): Promise<KeptFile> => {
  const upload = await storage.readUpload(purpose, key, MAX_FILE_BYTES);
  if (!upload) throw unprocessable(loc, 'upload_missing', { kind: purpose.kind });
  const { bytes } = upload;
  if (!bytes) {
    await storage.empty(key);
    throw unprocessable(loc, 'upload_too_large', { max: MAX_FILE_BYTES / 1024 ** 2 });
  }
  const type = fileTypeOf(bytes);
  if (type === undefined)
    throw unprocessable(loc, 'upload_type_refused', { kind: purpose.kind, types: fileTypes.join(', ') });
  const fault = isImageType(type) ? imageFault(bytes, type) : undefined;
  if (fault !== undefined) throw unprocessable(loc, fault, { type });
  const shown = safeName(name, type);
  const extension = shown.slice(shown.lastIndexOf('.') + 1).toLowerCase();
  const served = type === 'text/plain' ? 'text/plain; charset=utf-8' : type;
  const kept = await storage.keepByHash(`${folder}file-`, bytes, extension, served, asAttachment(shown));
  return { key: kept, name: shown, type, size: bytes.length };
};

export const MAX_SENT_BYTES = 1024 * 1024;
export const MAX_SENT_CHARACTERS = Math.ceil(MAX_SENT_BYTES / 3) * 4 + 1024;

const SENT = /^(?:data:image\/[a-z]+;base64,)?([A-Za-z\d+/\s]+(?:={1,2}\s*)?)$/;

/** An image that is in the request itself, as base64. */
export const attachSent = async (storage: Storage, text: string, place: Place): Promise<string> => {
  const [, base64] = SENT.exec(text) ?? [];
  if (base64 === undefined) throw unprocessable(place.loc, 'picture_unreadable');
  const bytes = Buffer.from(base64, 'base64');
  const type = imageTypeOf(bytes);
  if (type === undefined) throw unprocessable(place.loc, 'picture_unreadable');
  if (bytes.length > MAX_SENT_BYTES) throw unprocessable(place.loc, 'sent_picture_too_large');
  return keepImage(storage, bytes, type, place);
};

export const attachNamed = async (
  storage: Storage,
  { kind, key, folder, ...owner }: UploadPurpose & { key: string | null | undefined; folder: string },
): Promise<string | null> => {
  if (typeof key !== 'string') return null;
  return attach(storage, { key, loc: ['body', `${kind}_key`], purpose: { ...owner, kind }, folder });
};
