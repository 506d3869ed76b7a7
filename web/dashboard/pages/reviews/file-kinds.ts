import { MB, type UploadKind, uploadRules } from '../../../../functions/reviews/read/uploads.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Content types by extension: browsers report none for some of them, and differing ones for others. */
const TYPES: Readonly<Record<UploadKind, Readonly<Record<string, string>>>> = {
  document: {
    txt: 'text/plain',
    md: 'text/markdown',
    markdown: 'text/markdown',
    html: 'text/html',
    htm: 'text/html',
    docx: WORD,
  },
  pdf: { pdf: 'application/pdf' },
  image: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' },
  audio: { mp3: 'audio/mpeg', m4a: 'audio/mp4', wav: 'audio/wav', ogg: 'audio/ogg', flac: 'audio/flac' },
  video: { mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' },
  transcript: { vtt: 'text/vtt', srt: 'application/x-subrip', txt: 'text/plain' },
};

const REVIEWED = ['document', 'pdf', 'image', 'audio', 'video'] as const;

export interface FileKind<Kind extends UploadKind = UploadKind> {
  kind: Kind;
  type: string;
}

const endingsOf = (kinds: readonly UploadKind[]) =>
  kinds.flatMap((kind) => Object.keys(TYPES[kind]).map((end) => `.${end}`));

export const REVIEW_ENDINGS = endingsOf(REVIEWED);
export const TRANSCRIPT_ENDINGS = endingsOf(['transcript']);

const kindAmong = <Kind extends UploadKind>(kinds: readonly Kind[], { name }: File): FileKind<Kind> | undefined => {
  const end = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = kinds.find((one) => Object.hasOwn(TYPES[one], end));
  return kind && { kind, type: TYPES[kind][end] ?? '' };
};

export const reviewFileKind = (file: File) => kindAmong(REVIEWED, file);
export const transcriptKind = (file: File) => kindAmong(['transcript'], file);

export const isHeard = (kind: UploadKind): boolean => kind === 'audio' || kind === 'video';

export const mostMegabytes = (kind: UploadKind): number => uploadRules[kind].max_bytes / MB;

export type FileFault = 'unknown' | 'empty' | 'large';

export const faultOf = ({ size }: File, known: FileKind | undefined): FileFault | undefined => {
  if (!known) return 'unknown';
  if (size === 0) return 'empty';
  return size > uploadRules[known.kind].max_bytes ? 'large' : undefined;
};
