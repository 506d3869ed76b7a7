import JSZip from 'jszip';
import mammoth from 'mammoth';
import { said } from '../../../codes/said.ts';
import { extractHtml } from './html.ts';
import { type Reading, Unreadable } from './reading.ts';
import { listZip, unzip } from './zip.ts';

const MAX_UNPACKED = 48 * 1024 * 1024;
/** Pictures, fonts, macros and embedded files are never unpacked. */
const PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/core\.xml|word\/[^/]+\.xml|word\/_rels\/[^/]+\.rels)$/;
/** Office files before ZIP, and encrypted ones, begin like this. */
const OLD_OR_LOCKED = 'd0cf11e0';
const CORE = 'docProps/core.xml';
const PICTURES = /^word\/media\//;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const titleOf = (core: Buffer | undefined): string | null => {
  const [, title = ''] = /<dc:title[^>]*>([^<]{1,1000})<\/dc:title>/.exec(core?.toString('utf8') ?? '') ?? [];
  return title.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '').trim() || null;
};

/** Mammoth gets a file of what was unpacked and measured here, not the uploaded one. */
export const extractDocx = async (bytes: Buffer): Promise<Reading> => {
  if (bytes.toString('hex', 0, 4) === OLD_OR_LOCKED) throw new Unreadable(said('docx_old_or_protected'));
  const entries = listZip(bytes);
  if (!entries.some(({ name }) => name === 'word/document.xml')) throw new Unreadable(said('not_docx'));
  let room = MAX_UNPACKED;
  const parts = new JSZip();
  let core: Buffer | undefined;
  for (const entry of entries) {
    if (PICTURES.test(entry.name)) parts.file(entry.name, '');
    if (!PARTS.test(entry.name)) continue;
    const part = unzip(bytes, entry, room);
    room -= part.length;
    parts.file(entry.name, part);
    if (entry.name === CORE) core = part;
  }
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
