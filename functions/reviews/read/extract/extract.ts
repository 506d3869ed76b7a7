import { type Said, said } from '../../../codes/said.ts';
import type { ImageReading } from './image.ts';
import { type Reading, Unreadable } from './reading.ts';
import { decodeText, readPlain } from './text.ts';
import { readTranscript } from './transcript.ts';

export type Source =
  | { kind: 'pasted'; text: string }
  | { kind: 'page'; text: string; type: string; url: string }
  | { kind: 'file'; bytes: Uint8Array; type: string }
  | { kind: 'image'; bytes: Uint8Array; type: string }
  | { kind: 'media'; bytes: Uint8Array; type: string }
  | { kind: 'transcript'; bytes: Uint8Array };

export interface Extracted {
  reading?: Reading;
  image?: ImageReading;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

// A thread reads one thing, so each library is loaded by what needs it.
const readText = async (text: string, type: string, url: string | null): Promise<Reading> => {
  if (type === 'text/html' || type === 'application/xhtml+xml') {
    const { extractHtml } = await import('./html.ts');
    return extractHtml(text, { url, isXml: type === 'application/xhtml+xml' });
  }
  if (type !== 'text/markdown') return { ...readPlain(text), url };
  const { readMarkdown } = await import('./document.ts');
  return { ...readMarkdown(text), url };
};

const readFile = async (bytes: Buffer, type: string): Promise<Reading> => {
  if (type === 'application/pdf') return (await import('./pdf.ts')).extractPdf(bytes);
  if (type === DOCX) return (await import('./docx.ts')).extractDocx(bytes);
  const { text, notes } = decodeText(bytes);
  const reading = await readText(text, type, null);
  return { ...reading, notes: [...reading.notes, ...notes] };
};

const read = async (source: Source): Promise<Extracted> => {
  switch (source.kind) {
    case 'pasted':
      return { reading: (await import('./document.ts')).readPasted(source.text) };
    case 'page':
      return { reading: await readText(source.text, source.type, source.url) };
    case 'image':
      return { image: (await import('./image.ts')).readImage(Buffer.from(source.bytes), source.type) };
    case 'media':
      await (await import('./media.ts')).verifyMedia(Buffer.from(source.bytes), source.type);
      return {};
    case 'transcript': {
      const { text, notes } = decodeText(Buffer.from(source.bytes));
      return { reading: { ...readTranscript(text), notes } };
    }
    case 'file':
      return { reading: await readFile(Buffer.from(source.bytes), source.type) };
  }
};

const NOTHING: Readonly<Record<Exclude<Source['kind'], 'image' | 'media'>, Said>> = {
  pasted: said('text_empty'),
  page: said('page_empty'),
  file: said('file_empty'),
  transcript: said('transcript_empty'),
};

export const extract = async (source: Source): Promise<Extracted> => {
  const extracted = await read(source);
  const isEmpty = extracted.reading && !/[\p{L}\p{N}]/u.test(extracted.reading.text);
  if (isEmpty && source.kind !== 'image' && source.kind !== 'media') throw new Unreadable(NOTHING[source.kind]);
  return extracted;
};
