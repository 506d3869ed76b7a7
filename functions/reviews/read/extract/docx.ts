import { inflateRawSync } from 'node:zlib';
import JSZip from 'jszip';
import mammoth from 'mammoth';
import { said } from '../../../codes/said.ts';
import { extractHtml } from './html.ts';
import { type Reading, Unreadable } from './reading.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 5000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

interface ZipEntry {
  name: string;
  flags: number;
  method: number;
  packed: number;
  offset: number;
}

const damaged = () => new Unreadable(said('file_damaged'));

const findEnd = (zip: Buffer): number => {
  const first = Math.max(0, zip.length - 22 - 0xffff);
  for (let at = zip.length - 22; at >= first; at -= 1) if (zip.readUInt32LE(at) === END) return at;
  throw damaged();
};

const listZip = (zip: Buffer): ZipEntry[] => {
  if (zip.length < 22) throw damaged();
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new Unreadable(said('file_too_many_parts'));
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY) throw damaged();
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
};

/** Never unpacks more than `most` bytes, regardless of the entry's own size. */
const unzip = (zip: Buffer, entry: ZipEntry, most: number): Buffer => {
  const { offset, packed, method, flags } = entry;
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== LOCAL) throw damaged();
  if (flags & ENCRYPTED) throw new Unreadable(said('file_protected'));
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const bytes = zip.subarray(start, start + packed);
  if (bytes.length !== packed) throw damaged();
  if (method === STORED && packed <= most) return bytes;
  if (method !== DEFLATED && method !== STORED) throw damaged();
  try {
    if (method === DEFLATED) return inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw damaged();
  }
  throw new Unreadable(said('file_unpacks_too_large'));
};

const MAX_UNPACKED = 48 * 1024 * 1024;
/** Pictures, fonts, macros and embedded files are never unpacked. */
const PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/core\.xml|word\/[^/]+\.xml|word\/_rels\/[^/]+\.rels)$/;
/** Office files before ZIP, and encrypted ones, begin like this. */
const OLD_OR_LOCKED = 'd0cf11e0';
const CORE = 'docProps/core.xml';
const RELATIONS = '_rels/.rels';
const MAIN = 'word/document.xml';
const PICTURES = /^word\/media\//;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const titleOf = (core: Buffer | undefined): string | null => {
  const [, title = ''] = /<dc:title[^>]*>([^<]{1,1000})<\/dc:title>/.exec(core?.toString('utf8') ?? '') ?? [];
  return title.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '').trim() || null;
};

/** Some programs call it `document2.xml`. */
const mainPartIn = (relations: Buffer | undefined): string => {
  const [tag = ''] =
    /<Relationship\s[^<>]{0,500}\/officeDocument["'][^<>]{0,500}>/.exec(relations?.toString('utf8') ?? '') ?? [];
  return /\sTarget\s*=\s*["']\/?([^"']+)/.exec(tag)?.[1] ?? MAIN;
};

/** Mammoth gets a file of what was unpacked and measured here, not the uploaded one. */
export const extractDocx = async (bytes: Buffer): Promise<Reading> => {
  if (bytes.toString('hex', 0, 4) === OLD_OR_LOCKED) throw new Unreadable(said('docx_old_or_protected'));
  const entries = listZip(bytes);
  let room = MAX_UNPACKED;
  const parts = new JSZip();
  let core: Buffer | undefined;
  let relations: Buffer | undefined;
  for (const entry of entries) {
    if (PICTURES.test(entry.name)) parts.file(entry.name, '');
    if (!PARTS.test(entry.name)) continue;
    const part = unzip(bytes, entry, room);
    room -= part.length;
    parts.file(entry.name, part);
    if (entry.name === CORE) core = part;
    if (entry.name === RELATIONS) relations = part;
  }
  if (![mainPartIn(relations), MAIN].some((name) => parts.file(name))) throw new Unreadable(said('not_docx'));
  let pictures = 0;
  const convertImage = mammoth.images.imgElement(async () => {
    pictures += 1;
    return { src: '' };
  });
  const { value } = await mammoth
    .convertToHtml(
      { buffer: await parts.generateAsync({ type: 'nodebuffer' }) },
      { convertImage, externalFileAccess: false, includeEmbeddedStyleMap: false },
    )
    .catch(() => {
      throw new Unreadable(said('docx_damaged'));
    });
  const reading = extractHtml(value, { url: null });
  const notes = pictures > 0 ? [said('pictures_not_read')] : [];
  return {
    ...reading,
    title: titleOf(core) ?? reading.title,
    notes: [...reading.notes, ...notes],
  };
};
