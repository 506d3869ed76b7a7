/** Storage key of an unsent draft for a note. */
export const replyKey = (noteId: string) => `reply.${noteId}`;
export const evidenceKey = (noteId: string) => `evidence.${noteId}`;
export const changeKey = (noteId: string) => `change.${noteId}`;
export const summaryKey = (noteId: string) => `summary.${noteId}`;
