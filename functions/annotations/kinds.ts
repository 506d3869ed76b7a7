/** Apart from the rows, so that the loader's Lambda names kinds without building their shapes. */
export const KINDS = ['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'] as const;
