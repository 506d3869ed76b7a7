import { type Said, said } from '../../codes/said.ts';
import type { Fact } from '../../facts/fact.ts';
import { factsOfContent } from '../../facts/facts-of-content.ts';
import { factsOfPage } from '../../facts/facts-of-page.ts';
import { now } from '../../kit/clock.ts';
import { extensionOf } from '../../kit/files/image.ts';
import type { Storage } from '../../kit/files/storage.ts';
import { unpackText } from '../../kit/packed.ts';
import { objects } from '../../kit/table/keys.ts';
import type { Input, ReviewIds, ReviewRow } from '../rows.ts';
import { type Content, contentOf, wordCount } from './content.ts';
import type { Extracted } from './extract/extract.ts';
import { type Reading, Unreadable } from './extract/reading.ts';
import { type PageNeeds, readPage } from './read-page.ts';
import { type SeeNeeds, seePage } from './see-page.ts';
import type { Recording, Transcriber } from './transcribe/amazon.ts';
import { UPLOAD_OWNER, type UploadKind, uploadKindOf, uploadRules } from './uploads.ts';

const MEDIA_START = 64 * 1024;

export interface ReadNeeds extends PageNeeds {
  storage: Storage;
  transcriber: Transcriber | undefined;
  /** Absent if no browser is to be asked. */
  see?: Pick<SeeNeeds, 'renderPage' | 'progress'>;
}

/** Judged by a model, a page with fewer would be guessed at. */
const MIN_PAGE_WORDS = 40;

interface Reviewable {
  content: Content;
  facts?: readonly Fact[];
  /** It has too few words to ask personas about. */
  facts_only?: true;
}

export type ReadOutcome = Reviewable | { waits_for: string } | { not_judged: Said };

const GONE = said('upload_expired');

const readingOf = ({ reading }: Extracted): Reading => {
  if (!reading) throw new Error('A text was to be read, and none came of it.');
  return reading;
};

const upload = async ({ storage }: ReadNeeds, key: string, kind: UploadKind) => {
  const { max_bytes } = uploadRules[kind];
  const found = await storage.read(key, max_bytes);
  if (found) return found;
  const start = await storage.readStart(key, 1);
  if (!start) throw new Unreadable(GONE);
  throw new Unreadable(said('upload_too_large', { max: max_bytes / 1024 / 1024 }));
};

const readPasted = async (needs: ReadNeeds, packed: Uint8Array): Promise<Content> =>
  contentOf('document', readingOf(await needs.extract({ kind: 'pasted', text: unpackText(packed) })));

const readImage = async (needs: ReadNeeds, { ws, review }: ReviewIds, { upload_key = '', upload_type }: Input) => {
  const { bytes, type } = await upload(needs, upload_key, 'image');
  const { image } = await needs.extract({ kind: 'image', bytes, type: upload_type ?? type });
  if (!image) throw new Error('An image was to be read, and none came of it.');
  const folder = objects.reviewFolder(ws, review);
  const key = await needs.storage.keepByHash(folder, bytes, extensionOf(image.type), image.type);
  const { width, height } = image.facts;
  const label = width ? `The uploaded image, ${width} × ${height} pixels` : 'The uploaded image';
  const content: Content = {
    ...contentOf('image', { title: null, url: null, language: null, text: '', cut: null, elements: [], notes: [] }),
    elements: [{ id: 'image-1', kind: 'image', label }],
    pictures: [{ element: 'image-1', key, type: image.type, ...image.facts }],
    notes: image.notes,
  };
  return content;
};

/** No one has the address of the copy or its transcript; storage drops both after a day. */
const recordingOf = ({ ws, review }: ReviewIds, type: string): Recording => ({
  job: `review-${review}`,
  key: objects.incoming(ws, UPLOAD_OWNER, 'transcription', review),
  type,
  output: `${objects.incoming(ws, UPLOAD_OWNER, 'transcription', review)}.json`,
});

const verifiedMedia = async (needs: ReadNeeds, key: string, type: string, kind: UploadKind) => {
  const start = await needs.storage.readStart(key, MEDIA_START);
  if (!start) throw new Unreadable(GONE);
  const { max_bytes } = uploadRules[kind];
  if (start.size > max_bytes) throw new Unreadable(said('upload_too_large', { max: max_bytes / 1024 / 1024 }));
  await needs.extract({ kind: 'media', bytes: start.bytes, type });
  return start;
};

const readRecording = async (needs: ReadNeeds, ids: ReviewIds, row: ReviewRow, input: Input): Promise<ReadOutcome> => {
  const { input_type } = row;
  const { upload_key = '', upload_type = '', transcript_key, transcription } = input;
  const { transcriber, storage } = needs;
  const recording = recordingOf(ids, upload_type);
  if (transcription !== undefined) {
    if (!transcriber) throw new Unreadable(said('no_transcriber'));
    const progress = await transcriber.look(recording);
    if (progress.state === 'failed') throw new Unreadable(progress.why);
    return progress.state === 'working'
      ? { waits_for: transcription }
      : { content: contentOf(input_type, progress.reading) };
  }
  const { etag } = await verifiedMedia(needs, upload_key, upload_type, input_type === 'video' ? 'video' : 'audio');
  if (transcript_key !== undefined) {
    const { bytes } = await upload(needs, transcript_key, 'transcript');
    const reading = readingOf(await needs.extract({ kind: 'transcript', bytes }));
    const notes = [...reading.notes, said(input_type === 'video' ? 'video_transcript_read' : 'audio_transcript_read')];
    return { content: contentOf(input_type, { ...reading, notes }) };
  }
  if (!transcriber) throw new Unreadable(said('no_transcriber'));
  if (!(await storage.copy(upload_key, recording.key, etag))) throw new Unreadable(said('upload_changed'));
  await transcriber.start(recording);
  return { waits_for: recording.job };
};

/** As visitors see it, or without a browser as its HTML says. */
const openSite = async (needs: ReadNeeds, ids: ReviewIds, url: string) => {
  const { see } = needs;
  const missing = said('browser_missing');
  const seen = see && (await seePage({ ...needs, ...see }, ids, url));
  if (seen) return { page: seen.content, facts: factsOfPage(seen.views, now()), isSeen: true };
  const page = await readPage(needs, url);
  const facts = factsOfContent(page, now(), true);
  return { page: see ? { ...page, notes: [missing, ...page.notes].slice(0, 10) } : page, facts, isSeen: false };
};

const readSite = async (needs: ReadNeeds, ids: ReviewIds, url: string): Promise<ReadOutcome> => {
  try {
    const { page, facts, isSeen } = await openSite(needs, ids, url);
    const count = wordCount(page.text);
    if (count >= MIN_PAGE_WORDS) return { content: page, facts };
    if (isSeen) {
      const few = said('page_facts_only', { count, min: MIN_PAGE_WORDS });
      return { content: { ...page, notes: [few, ...page.notes].slice(0, 10) }, facts, facts_only: true };
    }
    return { not_judged: said('page_too_short', { count, min: MIN_PAGE_WORDS }) };
  } catch (error) {
    if (error instanceof Unreadable && error.said.code === 'page_empty') return { not_judged: error.said };
    throw error;
  }
};

export const readInput = async (needs: ReadNeeds, ids: ReviewIds, row: ReviewRow): Promise<ReadOutcome> => {
  const { input = {}, input_type } = row;
  const { url, content, upload_key = '', upload_type } = input;
  if (url !== undefined) return readSite(needs, ids, url);
  if (content !== undefined) return { content: await readPasted(needs, content) };
  if (input_type === 'image') return { content: await readImage(needs, ids, input) };
  if (input_type === 'audio' || input_type === 'video') return readRecording(needs, ids, row, input);
  const { bytes, type } = await upload(needs, upload_key, uploadKindOf(input_type) ?? 'document');
  const source = { kind: 'file', bytes, type: upload_type ?? type } as const;
  return { content: contentOf(input_type, readingOf(await needs.extract(source))) };
};
