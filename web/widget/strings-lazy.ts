import type { Key } from './strings.ts';

/** Texts of the drawing tools, which load with them. */
export const drawEn = {
  drawTitle: 'Draw on the screenshot',
  arrow: 'Arrow',
  box: 'Box',
  blur: 'Blur',
  words: 'Text',
  undo: 'Undo',
  done: 'Done',
  drawCancel: 'Cancel',
  drawHint: 'Drag on the picture. By keyboard: Enter adds, arrow keys move, Shift with them resizes.',
  blurHint: 'Drag over what no one should see. Its pixels are removed before anything is sent.',
  wordsHint: 'Click where the text should be, and type it.',
};

/** Texts of attached files, which load with the first one. */
export const filesEn = {
  removeFile: 'Remove {name}',
  tooMany: 'You can attach up to {n} files.',
  tooBig: '{name} is over 10 MB.',
  badType: '{name} can’t be attached. Use pictures, PDFs, MP4 or WebM videos, or text.',
  fileLost: 'A file is no longer on this device. Attach it again.',
  fileBlocked: 'Couldn’t upload the files. Try again, or remove them.',
};

/** Texts of *Your notes*, which load with it. */
export const notesEn = {
  waiting: 'Waiting to be sent',
  unstored: 'Couldn’t send or save this yet. Keep this page open, and we’ll try again.',
  refused: 'Couldn’t be sent',
  edit: 'Edit',
  remove: 'Delete',
  none: 'Notes you send appear here with replies.',
  failed: 'Couldn’t load your notes.',
  openNotes: 'Show all open notes on this page',
  reply: 'Reply',
  yourReply: 'Your reply',
  before: 'Before',
  after: 'After',
  you: 'You',
  pending: 'Open',
  blocked: 'Waiting for your answer',
  resolved: 'Fixed',
  thanked: 'Thank you',
  won_t_fix: 'Won’t be changed',
  duplicate: 'Already reported',
  change: 'Change',
  fixed: 'Is it fixed?',
  yes: 'Yes',
  notYet: 'Not yet',
  unsaved: 'Couldn’t save your answer. Try again.',
  confirmed: 'You confirmed this. Thank you!',
  // In place of those above for some kinds of notes.
  question_resolved: 'Answered',
  question_won_t_fix: 'Closed',
  question_duplicate: 'Already asked',
  question_fixed: 'Does this answer your question?',
  idea_resolved: 'Done',
  idea_won_t_fix: 'Not planned',
  idea_duplicate: 'Already suggested',
  idea_fixed: 'Is this what you had in mind?',
  anonymous: 'Send anonymously',
};

/** Texts of the preview, which load with it. */
export const previewEn = {
  files: 'Files',
  typed: 'Words typed into the page’s forms aren’t sent.',
  technical: 'Technical details',
  browser: 'Window',
  errors: 'Errors on the page',
  facts: 'Added by this site',
};

/** Texts of the rating, which load with it and the site's questions. */
export const questionsEn = {
  rate: 'What do you think of this page?',
  stars: '{n} of 5',
  up: 'Good',
  down: 'Not good',
};

/** Texts of the open notes on a page, which load with them. */
export const teamEn = {
  teamPopup: 'Allow pop-ups for this page, then try again.',
  teamUnfinished: 'You didn’t finish signing in.',
  teamFailed: 'Couldn’t load the notes. Try again.',
  teamEnded: 'Your access to these notes has ended.',
  teamAgain: 'Sign in again',
  teamNone: 'No open notes on this page',
  teamCount: 'Open notes: {n}',
  teamCut: 'There are more open notes in Sidenote.',
  teamLost: 'No longer found on this page',
  teamWhole: 'About the whole page',
  teamBack: 'All notes',
  teamHide: 'Hide notes',
  teamVisitor: 'Visitor',
  yourReply: 'Your reply',
  teamReply: 'Reply to visitor',
  teamInternal: 'Internal note: only your team sees it',
  teamSend: 'Send',
  teamStatus: 'Status',
  teamOpen: 'Open',
  teamBlocked: 'Waiting for the visitor',
  teamResolved: 'Fixed',
  teamWont: 'Won’t be changed',
  teamDetails: 'Open in Sidenote',
};

export type DrawKey = keyof typeof drawEn;
export type FilesKey = keyof typeof filesEn;
export type NotesKey = keyof typeof notesEn;
export type PreviewKey = keyof typeof previewEn;
export type QuestionsKey = keyof typeof questionsEn;
export type TeamKey = keyof typeof teamEn;
/** The core's and those of all its chunks. */
export type AnyKey = Key | DrawKey | FilesKey | NotesKey | PreviewKey | QuestionsKey | TeamKey;
