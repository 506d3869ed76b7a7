/** The key of a row in either table. */
export interface Key {
  pk: string;
  sk: string;
}

/**
 * The fields of lists, by the sort key of the row. They are stored in one map, `list`, and the indexes project that map: a name can be
 * added here at any time, whereas DynamoDB projects at most 20 attributes and never changes a projection in place.
 */
export const LISTS: Readonly<Record<string, ReadonlySet<string>>> = {
  ANN: new Set([
    'status',
    'kind',
    'summary',
    'assignee_id',
    'auto_fix',
    'excerpt',
    'page_url',
    'submitter',
    'has_screenshot',
    'updated_at',
    'acknowledged_at',
    'acknowledged_by',
    'lease_expires_at',
    'quarantine',
  ]),
  REVIEW: new Set([
    'status',
    'updated_at',
    'title',
    'input_type',
    'source',
    'widget_site_id',
    'annotation_id',
    'runs_done',
    'runs_failed',
    'runs_total',
    'score',
    'is_calibrated',
    'completed_at',
  ]),
};

/** The list fields of a row with this sort key; undefined if no list shows it. */
export const listedOf = (sk: string): ReadonlySet<string> | undefined => LISTS[sk];

/** The list fields of any row. */
export const LISTED: ReadonlySet<string> = new Set(Object.values(LISTS).flatMap((names) => [...names]));

/** Layout of the two tables, from which they are created everywhere. */
export const tables = {
  main: {
    setting: 'TABLE_NAME',
    stream: true,
    indexes: {
      gsi1: {
        partition: { name: 'gsi1pk', type: 'S' },
        sort: { name: 'gsi1sk', type: 'S' },
        project: ['list'],
      },
      gsi2: {
        partition: { name: 'gsi2pk', type: 'S' },
        sort: { name: 'gsi2sk', type: 'S' },
        project: ['list'],
      },
      due: {
        partition: { name: 'due_pk', type: 'S' },
        sort: { name: 'due_at', type: 'N' },
        project: ['job', 'owed_since', 'requeues', 'request_id'],
      },
      /** Rows that hold a person's name or address, by the hash of the address or the id of the user. */
      person: {
        partition: { name: 'person', type: 'S' },
        sort: { name: 'sk', type: 'S' },
        project: [],
      },
    },
  },
  /** Rows that needn't survive a loss: rate windows, Idempotency-Keys, counters. */
  scratch: { setting: 'SCRATCH_TABLE_NAME', stream: false, indexes: {} },
} as const;

export type IndexName = keyof typeof tables.main.indexes;

const DUE_PARTS = 8;

/** The part that a text belongs to, of so many. */
const partOf = (text: string, parts: number): number => {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) >>> 0;
  return sum % parts;
};

/** Spreads owed work over the parts of the due index. */
export const duePart = (key: Key): string => `DUE#${partOf(key.pk + key.sk, DUE_PARTS)}`;

export const dueParts = Array.from({ length: DUE_PARTS }, (_, part) => `DUE#${part}`);

/** Every key of the main table. */
export const keys = {
  user: (user: string): Key => ({ pk: `USER#${user}`, sk: 'USER' }),
  workspace: (ws: string): Key => ({ pk: `WS#${ws}`, sk: 'WS' }),
  workspaceDue: (ws: string): Key => ({ pk: `WS#${ws}`, sk: 'DUE' }),
  member: (ws: string, user: string): Key => ({ pk: `WS#${ws}`, sk: `MEMBER#${user}` }),
  /** A person who left the workspace: the way to what still carries their name, until it expires. */
  formerMember: (ws: string, user: string): Key => ({ pk: `WS#${ws}`, sk: `FORMER#${user}` }),
  invitation: (ws: string, id: string): Key => ({ pk: `WS#${ws}`, sk: `INVITE#${id}` }),
  /** A mail owed to an invited person. */
  invitationMail: (ws: string, id: string, mail: string): Key => ({ pk: `WS#${ws}`, sk: `INVITE_MAIL#${id}#${mail}` }),
  apiToken: (ws: string, id: string): Key => ({ pk: `WS#${ws}`, sk: `TOKEN#${id}` }),
  site: (ws: string, site: string): Key => ({ pk: `WS#${ws}`, sk: `SITE#${site}` }),
  stakeholder: (ws: string, site: string, id: string): Key => ({ pk: `WS#${ws}`, sk: `STAKEHOLDER#${site}#${id}` }),
  /** Lists a stakeholder's own notes; the annotation's row is what counts. */
  stakeholderNote: (ws: string, site: string, id: string, annotation: string): Key => ({
    pk: `WS#${ws}`,
    sk: `NOTE#${site}#${id}#${annotation}`,
  }),
  /** A persona of the workspace's own, or what it did to a default. */
  persona: (ws: string, id: string): Key => ({ pk: `WS#${ws}`, sk: `PERSONA#${id}` }),
  /** Tells what of a workspace is public, so that a delete or a purge finds it. */
  publishedPersona: (ws: string, id: string): Key => ({ pk: `WS#${ws}`, sk: `PUBLISHED#${id}` }),
  /** A public snapshot: read across workspaces. */
  marketPersona: (id: string): Key => ({ pk: `MARKET#${id}`, sk: 'MARKET' }),
  /** Tells which reviews of a workspace have a showcase entry, so that a delete or a restore finds them. */
  showcasedReview: (ws: string, review: string): Key => ({ pk: `WS#${ws}`, sk: `SHOWCASED#${review}` }),
  /** A slug, reserved for ever, and under it what is public of a review: read across workspaces. */
  showcase: (slug: string): Key => ({ pk: `SHOWCASE#${slug}`, sk: 'SHOWCASE' }),
  /** The showcase entry of a review, read across workspaces. */
  showcaseReview: (review: string): Key => ({ pk: showcasePartition(review), sk: 'ENTRY' }),
  /** The reason of a report. */
  showcaseReport: (review: string, id: string): Key => ({ pk: showcasePartition(review), sk: `REPORT#${id}` }),
  annotation: (ws: string, annotation: string): Key => ({ pk: annotationPartition(ws, annotation), sk: 'ANN' }),
  context: (ws: string, annotation: string): Key => ({ pk: annotationPartition(ws, annotation), sk: 'CONTEXT' }),
  reply: (ws: string, annotation: string, id: string): Key => ({
    pk: annotationPartition(ws, annotation),
    sk: `REPLY#${id}`,
  }),
  resolution: (ws: string, annotation: string, id: string): Key => ({
    pk: annotationPartition(ws, annotation),
    sk: `RES#${id}`,
  }),
  /** A mail that is owed to the submitter of an annotation; `id` is the resolution it tells of. */
  annotationMail: (ws: string, annotation: string, id: string): Key => ({
    pk: annotationPartition(ws, annotation),
    sk: `MAIL#${id}`,
  }),
  review: (ws: string, review: string): Key => ({ pk: reviewPartition(ws, review), sk: 'REVIEW' }),
  /** The extracted content. Sorts before all other rows of a review, so that reads can leave it out. */
  reviewContent: (ws: string, review: string): Key => ({ pk: reviewPartition(ws, review), sk: 'CONTENT' }),
  /** One persona's part in a review, and the persona as it ran. */
  reviewRun: (ws: string, review: string, persona: string): Key => ({
    pk: reviewPartition(ws, review),
    sk: `RUN#${persona}`,
  }),
  finding: (ws: string, review: string, id: string): Key => ({ pk: reviewPartition(ws, review), sk: `FINDING#${id}` }),
  /** One person's rating of a finding, with their words. */
  rating: (ws: string, review: string, finding: string, rater: string): Key => ({
    pk: reviewPartition(ws, review),
    sk: `RATING#${finding}#${rater}`,
  }),
  /** The numbers of a rating for calibration, without text. Labels of one judge are adjacent. */
  label: (ws: string, judge: string, finding: string, rater: string): Key => ({
    pk: `WS#${ws}`,
    sk: `LABEL#${judge}#${finding}#${rater}`,
  }),
  /** The workspace's own calibrator for a judge. */
  calibrator: (ws: string, judge: string): Key => ({ pk: `WS#${ws}`, sk: `CALIBRATOR#${judge}` }),
  /** How well each persona's scores agree with this workspace's ratings. */
  calibrationCards: (ws: string): Key => ({ pk: `WS#${ws}`, sk: 'CALIBRATION_CARDS' }),
  /** Coefficients pooled from all workspaces for a judge: no text, no id of a tenant. */
  calibrationPrior: (judge: string): Key => ({ pk: `PRIOR#${judge}`, sk: 'PRIOR' }),
  audit: (ws: string, month: string, id: string): Key => ({ pk: auditPartition(ws, month), sk: id }),
  /** The balance of a prepaid workspace; its ledger sums to it. */
  wallet: (ws: string): Key => ({ pk: `WS#${ws}`, sk: 'WALLET' }),
  ledgerEntry: (ws: string, id: string): Key => ({ pk: `WS#${ws}`, sk: `LEDGER#${id}` }),
  /** A payment, credited once, or not assignable to a wallet. */
  payment: (id: string): Key => ({ pk: `PAYMENT#${id}`, sk: 'PAYMENT' }),
  /** The person who signs in with that verified address becomes OWNER of the workspace that an agent registered. */
  claim: (addressHash: string, ws: string): Key => ({ pk: claimPartition(addressHash), sk: `WS#${ws}` }),
  /** Who asked for access; for operators alone. */
  accessRequest: (addressHash: string): Key => ({ pk: `ACCESS#${addressHash}`, sk: 'ACCESS' }),
  /** Its own key: jobs carry it, and a message outlives an erasure. */
  accessRequestMail: (id: string): Key => ({ pk: `ACCESS_MAIL#${id}`, sk: 'MAIL' }),
  /** A change that an operator made to the stage while it runs. */
  operation: (month: string, id: string): Key => ({ pk: operationsPartition(month), sk: id }),
  /** An address that asked for no more mail, bounced or complained. */
  suppression: (addressHash: string): Key => ({ pk: `SUPPRESSED#${addressHash}`, sk: 'SUPPRESSED' }),
  /** An erasure owed to a person without an account. */
  erasure: (addressHash: string): Key => ({ pk: `ERASURE#${addressHash}`, sk: 'ERASURE' }),
  /** The latest export of a user's own data. */
  personExport: (user: string): Key => ({ pk: `USER#${user}`, sk: 'EXPORT' }),
  /** The latest export of a workspace. */
  workspaceExport: (ws: string): Key => ({ pk: `WS#${ws}`, sk: 'EXPORT' }),
} as const;

/** How the purge of a workspace or site finds each record; a record without a way does not compile. */
export const foundBy: Record<
  keyof typeof keys,
  | 'workspace partition'
  | 'annotation partition'
  | 'review partition'
  | 'published personas'
  | 'showcased reviews'
  | 'audit months'
  | 'claim of the workspace'
  | 'outlives workspaces'
> = {
  user: 'outlives workspaces',
  workspace: 'workspace partition',
  workspaceDue: 'workspace partition',
  member: 'workspace partition',
  invitation: 'workspace partition',
  invitationMail: 'workspace partition',
  apiToken: 'workspace partition',
  site: 'workspace partition',
  stakeholder: 'workspace partition',
  stakeholderNote: 'workspace partition',
  persona: 'workspace partition',
  publishedPersona: 'workspace partition',
  marketPersona: 'published personas',
  showcasedReview: 'workspace partition',
  showcase: 'showcased reviews',
  showcaseReview: 'showcased reviews',
  showcaseReport: 'showcased reviews',
  annotation: 'annotation partition',
  context: 'annotation partition',
  reply: 'annotation partition',
  resolution: 'annotation partition',
  annotationMail: 'annotation partition',
  review: 'review partition',
  reviewContent: 'review partition',
  reviewRun: 'review partition',
  finding: 'review partition',
  rating: 'review partition',
  label: 'workspace partition',
  calibrator: 'workspace partition',
  calibrationCards: 'workspace partition',
  calibrationPrior: 'outlives workspaces',
  audit: 'audit months',
  wallet: 'workspace partition',
  ledgerEntry: 'workspace partition',
  payment: 'outlives workspaces',
  claim: 'claim of the workspace',
  accessRequest: 'outlives workspaces',
  accessRequestMail: 'outlives workspaces',
  operation: 'outlives workspaces',
  suppression: 'outlives workspaces',
  formerMember: 'workspace partition',
  erasure: 'outlives workspaces',
  personExport: 'outlives workspaces',
  workspaceExport: 'workspace partition',
};

export const workspacePartition = (ws: string) => `WS#${ws}`;
export const annotationPartition = (ws: string, annotation: string) => `WS#${ws}#ANN#${annotation}`;
export const reviewPartition = (ws: string, review: string) => `WS#${ws}#REVIEW#${review}`;
export const showcasePartition = (review: string) => `SHOWCASE_REVIEW#${review}`;
export const claimPartition = (addressHash: string) => `CLAIM#${addressHash}`;
/** One partition key takes 1,000 write units a second, which the callers of all tenants would exceed together (docs/scale.md). */
const USAGE_PARTS = 4;
const usagePart = (actor: string): number => partOf(actor, USAGE_PARTS);
export const usageParts: readonly number[] = Array.from({ length: USAGE_PARTS }, (_, part) => part);
export const usagePartition = (month: string, part: number) => `USAGE#${month}#${part}`;
export const operationsPartition = (month: string) => `OPERATIONS#${month}`;
export const auditPartition = (ws: string, month: string) => `WS#${ws}#AUDIT#${month}`;

/** Index partitions. */
export const partitions = {
  userWorkspaces: (user: string) => `USER#${user}`,
  siteAnnotations: (ws: string, site: string) => `WS#${ws}#SITE#${site}`,
  /** Quarantined notes are indexed under `aside` regardless of status, so that no list of a status reads them. */
  siteAnnotationsByStatus: (ws: string, site: string, status: string) => `WS#${ws}#SITE#${site}#${status}`,
  reviews: (ws: string) => `WS#${ws}#REVIEWS`,
  siteReviews: (ws: string, site: string) => `WS#${ws}#SITE#${site}#REVIEWS`,
  /** Every workspace's calibrator for a judge: what a prior is pooled from. */
  calibrators: (judge: string) => `CALIBRATORS#${judge}`,
  accessRequests: () => 'ACCESS_REQUESTS',
  marketplace: () => 'MARKET',
  marketplaceCategory: (category: string) => `MARKET#${category}`,
  /** Entries that wait for an admin, or are public. */
  showcase: (state: string) => `SHOWCASE#${state}`,
} as const;

/** Keys of the scratch table. */
export const scratchKeys = {
  /** Operators' switches; without them the stage's configuration applies. */
  switches: (): Key => ({ pk: 'SWITCHES', sk: 'SWITCHES' }),
  window: (bucket: string, window: number): Key => ({ pk: `RATE#${bucket}#${window}`, sk: 'RATE' }),
  idempotency: (hash: string): Key => ({ pk: `IDEM#${hash}`, sk: 'IDEM' }),
  mailCount: (addressHash: string, day: string): Key => ({ pk: `MAILS#${addressHash}#${day}`, sk: 'MAILS' }),
  /** How many upload addresses without a size a workspace got on a day. */
  unsizedUploads: (ws: string, day: string): Key => ({ pk: `UPLOADS#${ws}#${day}`, sk: 'UPLOADS' }),
  /** How many invitations a person sent on a day, over all workspaces. */
  invitationCount: (user: string, day: string): Key => ({ pk: `INVITES#${user}#${day}`, sk: 'INVITES' }),
  invitationResend: (id: string, window: number): Key => ({ pk: `RESENDS#${id}#${window}`, sk: 'RESENDS' }),
  /** When one address, as a keyed hash, reported one showcase entry. */
  showcaseReports: (hash: string): Key => ({ pk: `REPORTS#${hash}`, sk: 'REPORTS' }),
  /** How many agents a client address or a contact registered on a day. */
  agentSignups: (bucket: string, day: string): Key => ({ pk: `SIGNUPS#${bucket}#${day}`, sk: 'SIGNUPS' }),
  /** How many mails told operators of access requests on a day. */
  accessMails: (day: string): Key => ({ pk: `ACCESS_MAILS#${day}`, sk: 'ACCESS_MAILS' }),
  /** Until when an address, as a keyed hash, has used its demo. */
  demoAllowance: (hash: string): Key => ({ pk: `DEMO#${hash}`, sk: 'DEMO' }),
  /** The demo's answer for a page, by a keyed hash of address, persona and judge. */
  demoAnswer: (hash: string): Key => ({ pk: `DEMO_ANSWER#${hash}`, sk: 'DEMO_ANSWER' }),
  /** The use of one person, or of one site's MCP integration, in a month, by day. */
  usage: (month: string, actor: string): Key => ({ pk: usagePartition(month, usagePart(actor)), sk: actor }),
  /** A stream record that was counted, by the row that it tells of. */
  counted: (row: string): Key => ({ pk: `COUNTED#${row}`, sk: 'COUNTED' }),
  /** When a site's widget was last seen, for the install check. */
  seen: (site: string): Key => ({ pk: `SEEN#${site}`, sk: 'SEEN' }),
  /** The last page of another origin that tried the site's widget; one read returns it with the row above. */
  refused: (site: string): Key => ({ pk: `SEEN#${site}`, sk: 'REFUSED' }),
} as const;

/** Folders of the evidence bucket. */
export const objects = {
  incoming: (ws: string, owner: string, kind: string, id: string) => `incoming/${ws}/${owner}/${kind}/${id}`,
  /** Files for a single download; they expire with incoming ones, after a day. */
  exported: (ws: string, site: string, id: string) => `incoming/${ws}/${site}/export/${id}.pdf`,
  exportedFolder: (ws: string, site: string) => `incoming/${ws}/${site}/export/`,
  annotationFolder: (ws: string, site: string, annotation: string) => `kept/${ws}/${site}/${annotation}/`,
  reviewFolder: (ws: string, review: string) => `kept/${ws}/reviews/${review}/`,
  siteFolder: (ws: string, site: string) => `kept/${ws}/${site}/`,
  workspaceFolder: (ws: string) => `kept/${ws}/`,
  workspaceIncoming: (ws: string) => `incoming/${ws}/`,
  /** Archives, kept for a day. */
  workspaceExports: (ws: string) => `exports/workspaces/${ws}/`,
  personExports: (user: string) => `exports/people/${user}/`,
} as const;
