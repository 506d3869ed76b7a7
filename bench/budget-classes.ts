/** Cost limits of a class of requests. Counts include authorization and rate limits. */
export interface Budget {
  /** Sequential DynamoDB round trips. */
  trips: number;
  reads: number;
  /** Additional read units for each 4 KB read, if the size varies. */
  readsPer4Kb?: number;
  writes: number;
  /** Additional write units for each KB sent. */
  writesPerKb?: number;
  /** The p50 as a multiple of the floor's. */
  p50?: number;
}

/** BUDGETS.md's classes, then classes that it doesn't name, with the cost that their design needs. */
export const classes = {
  static: { trips: 0, reads: 0, writes: 0 },
  item: { trips: 2, reads: 2.5, readsPer4Kb: 0.5, writes: 2, p50: 1.6 },
  list: { trips: 2, reads: 7, writes: 2, p50: 1.6 },
  /** Resolving a note also owes the verification of the fix, and the news of it to the submitter. */
  patch: { trips: 3, reads: 4, writes: 16, p50: 2 },
  /** One write is the reply's place among what is owed, two the note's `updated_at` in both indexes. */
  reply: { trips: 2, reads: 3, writes: 11, p50: 1.8 },
  resolutionCreate: { trips: 3, reads: 5, writes: 14, p50: 2 },
  /** A patch and a resolution in one. */
  resolve: { trips: 3, reads: 5, writes: 22, p50: 2 },
  widgetCreate: { trips: 2, reads: 3, writes: 7, writesPerKb: 1, p50: 1.8 },
  /** Of a kind in the sparse index. */
  kindCreate: { trips: 2, reads: 3, writes: 8, writesPerKb: 1 },
  /** Also reads the stakeholder's row in parallel, and adds the note to their own list. */
  stakeholderCreate: { trips: 2, reads: 3, writes: 8, writesPerKb: 1 },
  uploadUrl: { trips: 2, reads: 3, writes: 2, p50: 1.6 },

  /** One small row by its key, or a page of a few, and in parallel the row that it belongs to. */
  read: { trips: 2, reads: 3.5, writes: 2 },
  /** Those shared in the workspace and the caller's own, each a Query. */
  views: { trips: 2, reads: 5, writes: 2 },
  /**
   * All audit entries of the workspace since the note was created (a few here), in parallel with the note's row; then
   * the actors' names.
   */
  auditTrail: { trips: 3, reads: 12, writes: 2 },
  /** Up to 25 notes with their contexts, of 4 KB on average. */
  thumbnails: { trips: 3, reads: 45, writes: 2 },
  /** The site, the marks to set with their notes, up to 50, and 300 marks of a member. */
  opened: { trips: 5, reads: 60, writes: 55 },
  /** Five statuses and the quarantine, up to 100 index rows each, in parallel. */
  counts: { trips: 3, reads: 62, writes: 2 },
  /** A note and its duplicates, the newest 200 of its site, and the contexts of ten. */
  duplicates: { trips: 4, reads: 45, writes: 2 },
  /** A page of a member's list with their row; then the notes, in one batch. */
  notifications: { trips: 3, reads: 12, writes: 2 },
  /** The same as `read`, and the API token records its first use in an hour in parallel. */
  readNoted: { trips: 2, reads: 3.5, writes: 3 },
  /** A create, patch or delete with its audit entry and no read before it. */
  write: { trips: 2, reads: 3, writes: 8 },
  /** The same, and the check that the caller is still OWNER. */
  tokenCreate: { trips: 2, reads: 3, writes: 10 },
  /** As `write`, and the mark that search knows all notes of the site. */
  siteCreate: { trips: 2, reads: 3, writes: 10 },
  /** The same as `write`, with a read of the row first. */
  readAndWrite: { trips: 3, reads: 4, writes: 8 },
  /** The note with its lists, the request with what is meant, and the audit entry. */
  approval: { trips: 3, reads: 5, writes: 14 },
  /** The same, whose row owes work: its place in the due index is one unit more, and two if it moves. */
  owingWrite: { trips: 3, reads: 5, writes: 12 },
  /** The row that owes the browser's look, the note with its lists, and the audit entry. */
  verify: { trips: 3, reads: 4, writes: 11 },
  pageCheck: { trips: 2, reads: 3, writes: 9 },
  /** The person's row with an audit entry, then its copies in their workspaces, and the row again. */
  rename: { trips: 5, reads: 8, writes: 16 },
  /** The person's row is read before and after it changes. */
  endOthers: { trips: 4, reads: 4, writes: 8 },
  workspaceCreate: { trips: 2, reads: 2, writes: 10 },
  /** Several rows in one transaction: members, counts, owed work, the audit entry. */
  ownerChange: { trips: 3, reads: 4, writes: 12 },
  /** The same after the member's account and, by its address, their latest invitation. */
  memberLoss: { trips: 6, reads: 7, writes: 12 },
  /** One Query and one batch: two consistent units per workspace, of which there are eleven here. */
  ownWorkspaces: { trips: 3, reads: 24, writes: 1 },
  /** Once per membership: the caller, the link's target, an existing membership, and the write. */
  joining: { trips: 4, reads: 4, writes: 12 },
  /** Notifying a submitter: everything that a note owes (here two replies and a resolution) is settled in one mail. */
  job: { trips: 5, reads: 7, writes: 18 },
  /** The secret's own row decides, so only authorization reads. */
  authorizeOnly: { trips: 1, reads: 2, writes: 2 },
  /** The note with its thread and in parallel the workspace, then the site and in parallel the suppressed address. */
  threadPage: { trips: 3, reads: 6, readsPer4Kb: 1, writes: 1 },
  /** The same, then the answer with its audit entry, once per form. */
  threadWrite: { trips: 4, reads: 6, readsPer4Kb: 1, writes: 16 },
  /** No credential: only the address is rate-limited. */
  publicRead: { trips: 2, reads: 2, writes: 1 },
  /** The same, then one small row. */
  publicReport: { trips: 3, reads: 2, writes: 2 },
  publicWrite: { trips: 2, reads: 0, writes: 3 },
  /** No credential and nothing stored: only the address is rate-limited. */
  publicOnly: { trips: 1, reads: 0, writes: 1 },
  /** The connection, its member, site and workspace in parallel; then the connection changes, with its person's index. */
  tokens: { trips: 3, reads: 4, writes: 8 },
  /** Two rate windows; the row with its person's index, checks of site and member, and the audit entry at once. */
  connectionCreate: { trips: 2, reads: 3, writes: 11 },
  /** A page at once consistent, so that a revoked client is gone, and the site in parallel; then the page's members. */
  connections: { trips: 3, reads: 5, writes: 2 },
  /** The same of a webhook's log, which shows a test at once. */
  consistentPage: { trips: 2, reads: 4, writes: 2 },
  /** The same rows authorize a tool that only reads. */
  signedInTool: { trips: 2, reads: 9, writes: 2 },
  /**
   * The catalog is code: one Query reads a workspace's changes and additions, and in parallel how people rated the
   * personas.
   */
  personas: { trips: 2, reads: 3.5, writes: 2 },
  /** A persona's row is a few KB, and is written whole when a default is first changed. */
  personaWrite: { trips: 3, reads: 4, writes: 14 },
  /** Three rows in one transaction with the audit entry, and checks that they are still wanted. */
  market: { trips: 3, reads: 4, writes: 14 },
  /** A page of the index, then its owners in one batch; each caller caches it for a minute. */
  marketList: { trips: 3, reads: 30, writes: 1 },
  /**
   * The panel is read, and in parallel what the review belongs to; then all its rows are written in one transaction.
   */
  reviewCreate: { trips: 3, reads: 16, writes: 45 },
  /** The same, with the charge and its ledger entry: two more rows in the same transaction. */
  paidReview: { trips: 3, reads: 16, writes: 49 },
  /** The same, with the note's thread and then its site read first. */
  reviewOfNote: { trips: 4, reads: 16, writes: 55 },
  /** All rows except the content in one Query, then the workspace's calibration. */
  review: { trips: 3, reads: 5, readsPer4Kb: 1, writes: 2 },
  sharedReview: { trips: 3, reads: 4, readsPer4Kb: 1, writes: 1 },
  /** The review, then its content and in parallel the site or a note's thread; note, finding and audit entry are written at once. */
  feedbackNote: { trips: 4, reads: 6, readsPer4Kb: 1, writes: 18 },
  /** The earlier review, then the panel and in parallel the content; then as a new one. */
  repeatedReview: { trips: 4, reads: 20, readsPer4Kb: 1, writes: 45 },
  /** The review, then the earlier one and in parallel the contents. */
  comparison: { trips: 3, reads: 7, readsPer4Kb: 1, writes: 1 },
  /** The records of its judges in one Query, and in parallel the cards of its personas. */
  calibration: { trips: 2, reads: 5, writes: 1 },
  /** The review is read before and after its failed runs are owed again. */
  finishing: { trips: 4, reads: 4, readsPer4Kb: 2, writes: 18 },
  /** The review, the judge's scale and then its labels, the write of both, and the review with its new score. */
  pageRating: { trips: 6, reads: 9, readsPer4Kb: 2, writes: 16 },
  rating: { trips: 3, reads: 5, readsPer4Kb: 1, writes: 16 },
  /** One persona: one batch of reads, the claim and the result; the last one reads the review and ends it. */
  run: { trips: 6, reads: 20, writes: 36 },
  /** The attempt is counted; then the extracted text and every run of the review are written in one transaction. */
  reading: { trips: 4, reads: 8, writes: 45 },
  /** A few ratings: all labels of the judge, other workspaces' calibrators, and the result with its figures. */
  refit: { trips: 5, reads: 8, writes: 10 },
  /**
   * The rate limit, the allowance and in parallel the cached answer, the reservation, the progress that others can ask
   * for, and the answer with the settled allowance.
   */
  demo: { trips: 5, reads: 3, writes: 14 },
  /** The same page again. */
  demoAgain: { trips: 2, reads: 3, writes: 1 },
  /** The person's row. */
  ownUsage: { trips: 2, reads: 2.5, writes: 1 },
  /** Of people who work every day: 51 rows from four partitions, and the lists of the most active. */
  allUsage: { trips: 3, reads: 15, writes: 1 },
  /** The same from a cursor on, without the lists. */
  restOfUsage: { trips: 3, reads: 15, writes: 1 },
  /** A thread: its rows are read, then deleted with their places among what is owed, the annotation last. */
  purge: { trips: 5, reads: 8, writes: 16 },
  /** The newest rows of the log, its next row, and the expiry of the row before; in parallel the webhooks and the event for members. */
  following: { trips: 3, reads: 1.5, writes: 4 },
  /** The note's entry and its rows, the block that it may be in, before and after the entry is written. */
  indexing: { trips: 5, reads: 12, writes: 1 },
  /** Once per 256 notes: their entries, then a row for each beginning of their words. */
  packing: { trips: 200, reads: 110, writes: 2500 },
  /** A page of 50 on a site of 60 notes: the newest blocks, the entries, then the notes by their keys. */
  search: { trips: 4, reads: 34, writes: 2 },
  /** The limits of one request: 4,000 entries, and 400 notes. */
  searchMost: { trips: 30, reads: 450, writes: 2 },
  /** The event with its note, then the members with what they want and have not read, then their digests, then a transaction for each. */
  notifying: { trips: 7, reads: 9, writes: 16 },
  /** Settings are read before and after with what blocks the address, next to the sites that they may name. */
  notificationSettings: { trips: 4, reads: 6, writes: 8 },
  /**
   * The row that owes it; the same with its webhook, workspace and the slots in one batch; its claim and its outcome,
   * each of which moves it in the due index. A receiver that isn't known to be quick takes a slot and frees it.
   */
  delivery: { trips: 5, reads: 4, writes: 14 },
  /** The webhooks of the workspace, then the row that owes the delivery. */
  owedEvent: { trips: 2, reads: 0.5, writes: 2 },
  /** The thread, the count of the day, then the reply in one transaction, as from the thread's page, with the event for members. */
  receiving: { trips: 4, reads: 4, writes: 15 },
  /** The site and its workspace are read; then both, the webhooks' end and the audit entry change at once. */
  siteDelete: { trips: 3, reads: 3, writes: 8 },
  /** As `tokenCreate`, with the mail that is owed, and the place in the due index. */
  invitationCreate: { trips: 3, reads: 4, writes: 15 },
  /**
   * One stream record: the lists of the most active and the person's row, then the row with the record's mark in one
   * transaction, then a list that the person is in.
   */
  counting: { trips: 4, reads: 2, writes: 5 },
  /** A hundred at once by one person: two transactions, as one holds 98 marks. */
  countingMany: { trips: 8, reads: 4, writes: 206 },
  /**
   * The review is read and judged; then its snapshot of a few KB, three small rows, the checks and the audit entry are
   * written at once.
   */
  showcaseSubmit: { trips: 4, reads: 12, readsPer4Kb: 1, writes: 30 },
  /** The entry, the rows it depends on, and the decision on all of its rows. */
  showcaseDecide: { trips: 4, reads: 5, writes: 15 },
  /** The rows of the entry and the snapshot are deleted together. */
  showcaseWithdraw: { trips: 4, reads: 5, writes: 24 },
  /** The entry by its slug with the whole snapshot, then the rows it depends on in one batch. */
  showcaseRead: { trips: 3, reads: 8, readsPer4Kb: 1, writes: 1 },
  /** The same for an admin, who sees reported entries too. */
  showcaseLook: { trips: 4, reads: 12, readsPer4Kb: 1, writes: 1 },
  /** A separate allowance is read in parallel; then five rows are written in one transaction. */
  showcaseReport: { trips: 4, reads: 10, writes: 17 },
  /** A page of the index, then each entry, its review and its workspace in one batch. */
  showcaseList: { trips: 3, reads: 160, writes: 1 },
  /** The same, with the reports against reported entries. */
  showcaseQueue: { trips: 4, reads: 180, writes: 1 },
  /** The row with its place in the list, and the email that it owes; a repeat costs the same. */
  accessRequest: { trips: 2, reads: 0, writes: 9 },
  /** A page of the index, then its rows in one batch. */
  accessRequests: { trips: 3, reads: 8, writes: 1 },
  /** A workspace with all its contents, its claim and two counts in one transaction. */
  registration: { trips: 2, reads: 0.5, writes: 19 },
  /** Once per workspace: no membership is found, so the claim is read and redeemed, and the membership read. */
  claiming: { trips: 4, reads: 5, writes: 12 },
  /** The payment, the balance and its ledger entry. */
  payment: { trips: 2, reads: 0, writes: 7 },
  /** A page of the site's notes, in parallel with the site; then one Query for each answered one, twelve at a time. */
  export: { trips: 3, reads: 5, writes: 1 },
  /** The person, then the site, its workspace and the membership, consistently. */
  pageAccess: { trips: 3, reads: 6, writes: 2 },
  /** Those of a page token read the membership and the person, consistently, once the site is known. */
  pins: { trips: 4, reads: 10.5, readsPer4Kb: 0.5, writes: 2 },
  pin: { trips: 3, reads: 6, readsPer4Kb: 0.5, writes: 2 },
  pinReply: { trips: 4, reads: 6, writes: 13 },
  pinPatch: { trips: 5, reads: 8, writes: 18 },
  /** Up to 50 of the caller’s own threads, each a Query. */
  ownNotes: { trips: 3, reads: 3, readsPer4Kb: 0.5, writes: 1 },
  /**
   * Once per person: their memberships from the index, then each with its workspace in a batch; here only the personal
   * one.
   */
  accountDelete: { trips: 4, reads: 6, writes: 16 },
  /** Data held under an address: one query per note, here one, and their access request. */
  mailbox: { trips: 4, reads: 6, writes: 2 },
  /** The row that owes the work, with its place in the due index. */
  owedErasure: { trips: 2, reads: 0, writes: 5 },
  /** Once per person, before the request itself. */
  firstSignIn: { trips: 4, reads: 7, writes: 13 },
} as const satisfies Record<string, Budget>;

export type BudgetClass = keyof typeof classes;

/** For each worker that notifies a submitter. */
export const jobBudget: BudgetClass = 'job';
