/** Texts of attached files, which load with the first one. */
export const filesEn = {
  removeFile: 'Remove {name}',
  tooMany: 'You can attach up to {n} files.',
  tooBig: '{name} is over 10 MB.',
  badType: '{name} can’t be attached. Use pictures, PDFs, MP4 or WebM videos, or text.',
  fileLost: 'A file is no longer on this device. Attach it again.',
  fileBlocked: 'Couldn’t upload the files. Try again, or remove them.',
};
export type FilesKey = keyof typeof filesEn;
