import type { Item } from '../kit/table/table.ts';

/** On the row as stored, so that workers need no schema. An old row may lack the setting. */
export const mailsSubmitters = ({ notifications }: Item): boolean =>
  (notifications as { submitter_mail?: unknown } | undefined)?.submitter_mail !== false;
