import { type UploadKind, uploadRules } from '../../../../functions/reviews/read/uploads.ts';

const MB = 1024 * 1024;

export type ReviewFileKind = Exclude<UploadKind, 'transcript'>;
/** A file kind and its upload content type. */
interface FileKind<Kind extends UploadKind = UploadKind> {
  kind: Kind;
  type: string;
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** By extension: browsers report no type for some of them, and differing types for others. */
const KINDS: Readonly<Record<string, FileKind<ReviewFileKind>>> = {
  txt: { kind: 'document', type: 'text/plain' },
  md: { kind: 'document', type: 'text/markdown' },
  markdown: { kind: 'document', type: 'text/markdown' },
  html: { kind: 'document', type: 'text/html' },
  htm: { kind: 'document', type: 'text/html' },
  docx: { kind: 'document', type: WORD },
  pdf: { kind: 'pdf', type: 'application/pdf' },
  png: { kind: 'image', type: 'image/png' },
  jpg: { kind: 'image', type: 'image/jpeg' },
  jpeg: { kind: 'image', type: 'image/jpeg' },
  webp: { kind: 'image', type: 'image/webp' },
  mp3: { kind: 'audio', type: 'audio/mpeg' },
  m4a: { kind: 'audio', type: 'audio/mp4' },
  wav: { kind: 'audio', type: 'audio/wav' },
  ogg: { kind: 'audio', type: 'audio/ogg' },
  flac: { kind: 'audio', type: 'audio/flac' },
  mp4: { kind: 'video', type: 'video/mp4' },
  webm: { kind: 'video', type: 'video/webm' },
  mov: { kind: 'video', type: 'video/quicktime' },
};

const TRANSCRIPTS: Readonly<Record<string, FileKind<'transcript'>>> = {
  vtt: { kind: 'transcript', type: 'text/vtt' },
  srt: { kind: 'transcript', type: 'application/x-subrip' },
  txt: { kind: 'transcript', type: 'text/plain' },
};

/** Accepted extensions, for the browser's file dialog. */
export const REVIEW_ENDINGS = Object.keys(KINDS).map((end) => `.${end}`);
export const TRANSCRIPT_ENDINGS = Object.keys(TRANSCRIPTS).map((end) => `.${end}`);

const endOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const reviewFileKind = ({ name }: File): FileKind<ReviewFileKind> | undefined => KINDS[endOf(name)];
export const transcriptKind = ({ name }: File): FileKind<'transcript'> | undefined => TRANSCRIPTS[endOf(name)];

export const isHeard = (kind: UploadKind): boolean => kind === 'audio' || kind === 'video';

export const mostMegabytes = (kind: UploadKind): number => uploadRules[kind].max_bytes / MB;

export type FileFault = 'unknown' | 'empty' | 'large';

/** Why a file can't be used; undefined if it can. */
export const faultOf = ({ size }: File, known: FileKind | undefined): FileFault | undefined => {
  if (!known) return 'unknown';
  if (size === 0) return 'empty';
  return size > uploadRules[known.kind].max_bytes ? 'large' : undefined;
};

const SIZES = [
  ['megabyte', MB],
  ['kilobyte', 1024],
  ['byte', 1],
] as const;

/** `3.4 MB` in the locale. */
export const sizeText = (bytes: number, locale: string): string => {
  const [unit, length] = SIZES.find(([, least]) => bytes >= least) ?? SIZES[2];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / length);
};
