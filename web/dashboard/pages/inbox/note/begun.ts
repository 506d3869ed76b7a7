/** Storage key of an unsent draft for a note. */
export const replyTo = (noteId: string) => `reply.${noteId}`;
export const evidenceOf = (noteId: string) => `evidence.${noteId}`;
export const changeOf = (noteId: string) => `change.${noteId}`;
export const summaryOf = (noteId: string) => `summary.${noteId}`;
