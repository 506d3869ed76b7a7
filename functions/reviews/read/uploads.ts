import type { InputType } from './content.ts';

export const MB = 1024 * 1024;

const TEXTS = ['text/plain', 'text/markdown', 'text/html'] as const;

/** `transcript` accompanies an audio or a video. */
export const uploadRules = {
  document: {
    types: [...TEXTS, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    max_bytes: 20 * MB,
  },
  pdf: { types: ['application/pdf'], max_bytes: 20 * MB },
  image: { types: ['image/png', 'image/jpeg', 'image/webp'], max_bytes: 10 * MB },
  audio: {
    types: ['audio/mpeg', 'audio/mp4', 'audio/wav', 'audio/ogg', 'audio/webm', 'audio/flac'],
    max_bytes: 500 * MB,
  },
  video: { types: ['video/mp4', 'video/webm', 'video/quicktime'], max_bytes: 1000 * MB },
  transcript: { types: ['text/vtt', 'application/x-subrip', 'text/plain'], max_bytes: 5 * MB },
} as const satisfies Record<string, { types: readonly string[]; max_bytes: number }>;

export type UploadKind = keyof typeof uploadRules;
export const UPLOAD_KINDS = Object.keys(uploadRules) as UploadKind[];

export const uploadKindOf = (type: InputType): UploadKind | undefined =>
  Object.hasOwn(uploadRules, type) ? (type as UploadKind) : undefined;

/** In place of an annotation's id: there is no review yet. */
export const UPLOAD_OWNER = 'reviews';
