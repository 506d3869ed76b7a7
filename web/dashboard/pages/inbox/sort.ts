import { PRIORITIES } from '../../words/note-enums.generated.ts';
import type { NoteRow } from './note-list.ts';
import type { Sort } from './search.ts';

/** Notes that are read for it: the service's lists are newest first. */
export const MAX_SORTED = 1000;

const urgency = ({ priority }: NoteRow) => PRIORITIES.indexOf(priority);

/** Without a day comes last. */
const dueOf = ({ due_on }: NoteRow) => due_on ?? '~';

const earliest = (one: NoteRow, other: NoteRow) => {
  const [mine, theirs] = [dueOf(one), dueOf(other)];
  return mine === theirs ? 0 : mine < theirs ? -1 : 1;
};

const mostUrgent = (one: NoteRow, other: NoteRow) => urgency(other) - urgency(one);

const ORDERS: Readonly<Record<Sort, (one: NoteRow, other: NoteRow) => number>> = {
  updated: (one, other) => Number(other.updated_at) - Number(one.updated_at),
  priority: (one, other) => mostUrgent(one, other) || earliest(one, other),
  due: (one, other) => earliest(one, other) || mostUrgent(one, other),
};

/** Equal notes stay newest first. */
export const sorted = (notes: readonly NoteRow[], sort: Sort | undefined): readonly NoteRow[] =>
  sort ? [...notes].sort(ORDERS[sort]) : notes;
