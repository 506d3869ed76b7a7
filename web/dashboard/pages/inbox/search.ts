export const STATUSES = ['pending', 'blocked', 'resolved', 'won_t_fix', 'duplicate'] as const;
export type Status = (typeof STATUSES)[number];
export const KINDS = ['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'] as const;
export type Kind = (typeof KINDS)[number];

export interface InboxSearch {
  site?: string;
  /** Absent: pending; `all` leaves none out. */
  status?: Status | 'all';
  kind?: Kind;
}

/** The filters as they stand in the address; what is unknown is left out, so that a mangled link still opens. */
export const readInboxSearch = (search: Record<string, unknown>): InboxSearch => {
  const status = [...STATUSES, 'all' as const].find((one) => one === search.status);
  const kind = KINDS.find((one) => one === search.kind);
  return {
    ...(typeof search.site === 'string' && /^\w{1,40}$/.test(search.site) && { site: search.site }),
    ...(status && status !== 'pending' && { status }),
    ...(kind && { kind }),
  };
};
