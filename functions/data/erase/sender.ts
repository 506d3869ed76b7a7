import type { Item } from '../../kit/table/table.ts';

/** Attributes of a context that name the submitter, and their values after the erasure. */
export const BARE = { name: '', email: null, person: undefined, visitor: undefined, files: undefined };

export const nameless = ({ identity: _, ...submitter }: Item): Item => ({ ...submitter, name: '', has_email: false });
