import type { Key } from './strings.ts';
import type { DrawKey } from './strings-draw.ts';
import type { FilesKey } from './strings-files.ts';
import type { NotesKey } from './strings-notes.ts';
import type { PreviewKey } from './strings-preview.ts';
import type { QuestionsKey } from './strings-questions.ts';
import type { TeamKey } from './strings-team.ts';

/** The core's and those of all its chunks. */
export type AnyKey = Key | DrawKey | FilesKey | NotesKey | PreviewKey | QuestionsKey | TeamKey;
