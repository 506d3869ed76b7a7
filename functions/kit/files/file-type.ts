import { type ImageType, imageTypeOf, imageTypes } from './image.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Files that nothing opens by itself: no archives, and no documents that can hold scripts of an office suite. */
const OTHERS = ['image/gif', 'application/pdf', 'video/mp4', 'video/webm', 'text/plain'] as const;
export type FileType = ImageType | (typeof OTHERS)[number];
export const fileTypes: readonly FileType[] = [...imageTypes, ...OTHERS];

const EXTENSIONS: Record<FileType, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'text/plain': ['txt', 'log', 'csv', 'json', 'md', 'har'],
};

const MP4_BRANDS = /^(isom|iso\d|mp4\d|avc1|M4V |dash|MSNV)$/;

const isText = (bytes: Buffer): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of these.
    return text.length > 0 && !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    return false;
  }
};

/** By its bytes alone; undefined if no one would expect it. HTML and SVG are text, and stay text. */
export const fileTypeOf = (bytes: Buffer): FileType | undefined => {
  const image = imageTypeOf(bytes);
  if (image) return image;
  const start = bytes.subarray(0, 16).toString('latin1');
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (start.startsWith('%PDF-')) return 'application/pdf';
  if (start.startsWith('\x1a\x45\xdf\xa3')) return 'video/webm';
  if (start.slice(4, 8) === 'ftyp' && MP4_BRANDS.test(start.slice(8, 12))) return 'video/mp4';
  return isText(bytes) ? 'text/plain' : undefined;
};

const MAX_NAME = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a name has none of these.
const NOT_IN_NAMES = /[\u0000-\u001f\u007f"*/:<>?\\|]|\p{Default_Ignorable_Code_Point}|[\p{Zl}\p{Zp}]/gu;

/** Without its folder, and with the extension of what the file is, so that no system runs it. */
export const safeName = (given: string, type: FileType): string => {
  const extensions = EXTENSIONS[type];
  const bare = (given.split(/[/\\]/).at(-1) ?? '').replace(NOT_IN_NAMES, '').replace(/^[.\s]+|[.\s]+$/g, '');
  const dot = bare.lastIndexOf('.');
  const isFit = dot > 0 && extensions.includes(bare.slice(dot + 1).toLowerCase());
  const [stem, extension] = isFit ? [bare.slice(0, dot), bare.slice(dot + 1)] : [bare, extensions[0]];
  return `${[...(stem || 'file')].slice(0, MAX_NAME - 10).join('')}.${extension}`;
};

/** RFC 6266: browsers save it and show nothing. */
export const asAttachment = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
