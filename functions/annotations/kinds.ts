/** Apart from the rows, so that the loader's Lambda names kinds without building their shapes. */
export const KINDS = ['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'] as const;

/** The widget's first kind, and that of a note without a choice. A list finds enough of them among all notes. */
const COMMON: readonly string[] = ['bug', 'other'] satisfies (typeof KINDS)[number][];

/** Common kinds save the write units. */
export const isIndexed = (kind: string): boolean => !COMMON.includes(kind);
