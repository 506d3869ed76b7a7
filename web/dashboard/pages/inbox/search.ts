import { KINDS, PRIORITIES, STATUSES } from '../../words/note-enums.generated.ts';
import { ALL_SITES } from './first-page.ts';

export type Status = (typeof STATUSES)[number];
export type Kind = (typeof KINDS)[number];
export const PERIODS = ['day', 'week', 'month', 'quarter'] as const;
export type Period = (typeof PERIODS)[number];

export const SORTS = ['updated', 'priority', 'due'] as const;
export type Sort = (typeof SORTS)[number];

/** A closed note is no one's work. */
export const sortsOf = (status: InboxSearch['status'] = 'pending'): readonly Sort[] =>
  status === 'pending' || status === 'blocked' ? SORTS : ['updated'];

export interface InboxSearch {
  /** A site's id, or `ALL_SITES`. */
  site?: string;
  /** Absent: pending. `all`: every status. `quarantine`: quarantined notes, regardless of status. */
  status?: Status | 'all' | 'quarantine';
  kind?: Kind;
  view?: 'board';
  q?: string;
  /** A member's ID, `me` or `nobody`. */
  assignee?: string;
  auto_fix?: 'yes' | 'no';
  since?: Period;
  priority?: (typeof PRIORITIES)[number];
  label?: string;
  /** Absent: by creation, newest first. */
  sort?: Sort;
}

const oneOf = <One extends string>(known: readonly One[], given: unknown): One | undefined =>
  known.find((one) => one === given);

const idIn = (given: unknown): string | undefined =>
  typeof given === 'string' && /^\w{1,40}$/.test(given) ? given : undefined;

const wordsIn = (given: unknown): string | undefined => (typeof given === 'string' ? given.slice(0, 200) : undefined);

const withoutAbsent = (search: Record<keyof InboxSearch, string | undefined>): InboxSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as InboxSearch;

/** Unknown filters are dropped so that a mangled link still works. */
export const readInboxSearch = (search: Record<string, unknown>): InboxSearch => {
  const status = oneOf([...STATUSES, 'all', 'quarantine'], search.status);
  const view = oneOf(['board'], search.view);
  return withoutAbsent({
    site: idIn(search.site),
    status: status === 'pending' ? undefined : status,
    kind: oneOf(KINDS, search.kind),
    view: status === 'quarantine' || search.site === ALL_SITES ? undefined : view,
    q: wordsIn(search.q),
    assignee: idIn(search.assignee),
    auto_fix: oneOf(['yes', 'no'], search.auto_fix),
    since: oneOf(PERIODS, search.since),
    priority: oneOf(PRIORITIES, search.priority),
    label: wordsIn(search.label),
    sort: view ? undefined : oneOf(sortsOf(status), search.sort),
  });
};

export const isNarrowed = ({ kind, q, assignee, auto_fix, since, priority, label }: InboxSearch): boolean =>
  [kind, q, assignee, auto_fix, since, priority, label].some((one) => one !== undefined);
