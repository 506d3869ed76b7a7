import { fileTypeFromBuffer } from 'file-type';
import { said } from '../../../codes/said.ts';
import { Unreadable } from './reading.ts';

/** Containers of sound and video are often the same. */
const FOUND: Readonly<Record<string, RegExp>> = {
  'audio/mpeg': /^audio\/mpeg$/,
  'audio/mp4': /^(?:audio\/(?:mp4|x-m4a)|video\/(?:mp4|x-m4v))$/,
  'audio/wav': /^audio\/(?:wav|vnd\.wave|x-wav)$/,
  'audio/ogg': /^(?:audio|application)\/ogg/,
  'audio/webm': /^(?:audio|video)\/webm$/,
  'audio/flac': /^audio\/(?:flac|x-flac)$/,
  'video/mp4': /^(?:video\/(?:mp4|x-m4v)|audio\/(?:mp4|x-m4a))$/,
  'video/webm': /^video\/webm$/,
  'video/quicktime': /^video\/quicktime$/,
};

export const verifyMedia = async (start: Buffer, type: string): Promise<void> => {
  const found = await fileTypeFromBuffer(start).catch(() => undefined);
  if (found && FOUND[type]?.test(found.mime)) return;
  throw new Unreadable(said('type_mismatch', { type }));
};
