export const STATUSES = ['pending', 'blocked', 'resolved', 'won_t_fix', 'duplicate'] as const;
export type Status = (typeof STATUSES)[number];
export const KINDS = ['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'] as const;
export type Kind = (typeof KINDS)[number];
export const PERIODS = ['day', 'week', 'month', 'quarter'] as const;
export type Period = (typeof PERIODS)[number];

export interface InboxSearch {
  site?: string;
  /** Absent: pending; `all` leaves none out; `quarantine` shows what is set aside as spam, whatever its status. */
  status?: Status | 'all' | 'quarantine';
  kind?: Kind;
  /** Absent: the list. */
  view?: 'board';
  /** Words to find. */
  q?: string;
  /** A member's id, `me` or `nobody`. */
  assignee?: string;
  auto_fix?: 'yes' | 'no';
  /** How far back. */
  since?: Period;
}

const oneOf = <One extends string>(known: readonly One[], given: unknown): One | undefined =>
  known.find((one) => one === given);

const idIn = (given: unknown): string | undefined =>
  typeof given === 'string' && /^\w{1,40}$/.test(given) ? given : undefined;

/** An address that somebody typed may hold a number where words are meant. */
const wordsIn = (given: unknown): string | undefined =>
  typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, 200) : undefined;

const withoutAbsent = (search: Record<keyof InboxSearch, string | undefined>): InboxSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as InboxSearch;

/** The filters as they stand in the address; what is unknown is left out, so that a mangled link still opens. */
export const readInboxSearch = (search: Record<string, unknown>): InboxSearch => {
  const status = oneOf([...STATUSES, 'all', 'quarantine'], search.status);
  const view = oneOf(['board'], search.view);
  return withoutAbsent({
    site: idIn(search.site),
    status: status === 'pending' ? undefined : status,
    kind: oneOf(KINDS, search.kind),
    view: status === 'quarantine' ? undefined : view,
    q: wordsIn(search.q),
    assignee: idIn(search.assignee),
    auto_fix: oneOf(['yes', 'no'], search.auto_fix),
    since: oneOf(PERIODS, search.since),
  });
};

/** What is shown instead of everything; a status is no filter on the board. */
export const isNarrowed = ({ kind, q, assignee, auto_fix, since }: InboxSearch): boolean =>
  [kind, q, assignee, auto_fix, since].some((one) => one !== undefined);
