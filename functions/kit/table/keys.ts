import { wordSet } from '../words.ts';
import { idsIn, type Key, partition, patternsFrom, recordsFrom } from './record.ts';

export type { Key };

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
      /** Sparse: of notes alone, without the common kinds. */
      gsi3: {
        partition: { name: 'gsi3pk', type: 'S' },
        sort: { name: 'gsi3sk', type: 'S' },
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

const partOf = (text: string, parts: number): number => {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) >>> 0;
  return sum % parts;
};

export const duePart = (key: Key): string => `DUE#${partOf(key.pk + key.sk, DUE_PARTS)}`;

export const dueParts = Array.from({ length: DUE_PARTS }, (_, part) => `DUE#${part}`);

const ANNOTATION = { text: 'WS#<ws>#ANN#<annotation>', purge: 'annotation partition' } as const;
const REVIEW = { text: 'WS#<ws>#REVIEW#<review>', purge: 'review partition' } as const;

const annotation = [
  ANNOTATION,
  'ANN',
  wordSet(`
    status kind summary summary_of assignee_id auto_fix excerpt page_url element submitter has_screenshot has_more
    updated_at acknowledged_at acknowledged_by lease_expires_at quarantine last_reply_by flag risks approval_state
    priority due_on labels duplicate_of duplicate_count
  `),
] as const;

const review = [
  REVIEW,
  'REVIEW',
  wordSet(`
    status updated_at title input_type source widget_site_id annotation_id runs_done runs_failed runs_total score judge
    completed_at
  `),
] as const;

const market = [
  { text: 'MARKET#<id>', purge: 'published personas' },
  'MARKET',
  // Whole, so that a page needs no other row of it.
  new Set(['snapshot', 'card']),
] as const;

const listsOf = (...records: (readonly [unknown, string, ReadonlySet<string>])[]) =>
  new Map(records.map(([, sk, listed]) => [sk, listed]));

/** Stored in one map, `list`, because an index projects at most 20 attributes and never changes its projection. */
export const LISTS: ReadonlyMap<string, ReadonlySet<string>> = /* @__PURE__ */ listsOf(annotation, review, market);

export const workspacePartition = /* @__PURE__ */ partition({ text: 'WS#<ws>', purge: 'workspace partition' });
export const annotationPartition = /* @__PURE__ */ partition(ANNOTATION);
export const reviewPartition = /* @__PURE__ */ partition(REVIEW);
const CHANGES = { text: 'WS#<ws>#CHANGES', purge: 'changes of the workspace' } as const;

export const showcasePartition = /* @__PURE__ */ partition({
  text: 'SHOWCASE_REVIEW#<review>',
  purge: 'showcased reviews',
});
export const changesPartition = /* @__PURE__ */ partition(CHANGES);
export const auditPartition = /* @__PURE__ */ partition({ text: 'WS#<ws>#AUDIT#<month>', purge: 'audit months' });
export const claimPartition = /* @__PURE__ */ partition({
  text: 'CLAIM#<addressHash>',
  purge: 'claim of the workspace',
});
export const erasedNotesPartition = /* @__PURE__ */ partition({
  text: 'ERASED#<person>',
  purge: 'outlives workspaces',
});
export const operationsPartition = /* @__PURE__ */ partition({
  text: 'OPERATIONS#<month>',
  purge: 'outlives workspaces',
});
const USER = { text: 'USER#<user>', purge: 'outlives workspaces' } as const;

/** The comments are the words of docs/data-model.md. They link schemas, since most workers' bundles hold no zod. */
export const keys = /* @__PURE__ */ recordsFrom({
  /**
   * A person who signed in, created with the personal workspace: name, language, time zone, sessions. Once deleted, an
   * id that owes the erasure; `ttl`.
   * {@link userRows}
   */
  user: [USER, 'USER'],
  /**
   * `deleted_at`, `deleted_sites`, `quarantine_sites`, `enforced_sites`, counts of OWNERs, sites, personas and API
   * tokens. While deleted it owes its purge on day 30. {@link workspaceRows}
   */
  workspace: [workspacePartition, 'WS'],
  /** Its `ttl` ends the 30 days after a deletion; its removal starts the purge. */
  workspaceDue: [workspacePartition, 'DUE'],
  /** Role and `site_grants`; gsi1 by user. {@link memberRows} */
  member: [workspacePartition, 'MEMBER#<user>'],
  /** A former member, without a name: leads an erasure to the invitations they sent; `ttl`. */
  formerMember: [workspacePartition, 'FORMER#<user>'],
  /** Email, role, expiry; `ttl`. {@link invitationRows} */
  invitation: [workspacePartition, 'INVITE#<id>'],
  /** The latest invitation of an address, by its hash, so that at most one is open; `ttl`. */
  invitedAddress: [workspacePartition, 'INVITED#<hash>'],
  /** A mail owed to the invited person. */
  invitationMail: [workspacePartition, 'INVITE_MAIL#<id>#<mail>'],
  /**
   * An address that gets signed events: url, site, event types, versions of its secrets, bad days; deleted, it owes its
   * purge. {@link webhookRows}
   */
  webhook: [workspacePartition, 'WEBHOOK#<id>'],
  /** An event for one webhook; owes its delivery until it ends; `ttl` after 30 days. {@link deliveryRows} */
  webhookDelivery: [workspacePartition, 'DELIVERY#<webhook>#<id>'],
  /** The running deliveries of webhooks that aren't known to answer quickly, at most three; `ttl`. */
  webhookSlots: [workspacePartition, 'WEBHOOK_SLOTS'],
  /** The mail owed to an OWNER about a webhook that was switched off; `ttl`. */
  webhookMail: [workspacePartition, 'WEBHOOK_MAIL#<webhook>#<mail>'],
  /** Something that members may be notified of: ids only; owes the fan-out, and is deleted after it. */
  memberEvent: [workspacePartition, 'EVENT#<id>'],
  /** A member's notification settings by site and event, and the ids of what they have not read. */
  reader: [workspacePartition, 'READER#<user>'],
  /** One event in a member's list: ids only; `ttl` after 60 days. */
  notification: [workspacePartition, 'NOTIFIED#<user>#<id>'],
  /** The mail owed to a member about one event; `ttl`. */
  notificationMail: [workspacePartition, 'NOTIFY_MAIL#<user>#<id>'],
  /** A member's events of a day, by their ids; owes the mail at its end; `ttl`. */
  notificationDigest: [workspacePartition, 'NOTIFY_DIGEST#<user>#<day>'],
  /** Filters of the inbox under a name, for all members; at most 20, one in each slot. {@link sharedViewRows} */
  sharedView: [workspacePartition, 'VIEW#<slot>'],
  /** The same, for one member: there again for one who comes back, and gone with the account. {@link ownViewRows} */
  ownView: [workspacePartition, 'OWN_VIEW#<user>#<slot>'],
  /** Hash, last four, role, expiry. {@link apiTokenRows} */
  apiToken: [workspacePartition, 'TOKEN#<id>'],
  /** Settings, count of stakeholders, hashes of its widget and MCP tokens and loader id. {@link siteRows} */
  site: [workspacePartition, 'SITE#<site>'],
  /**
   * The latest look at a page for the elements of its pending notes, at most 100; owes it while it is checking; `ttl`.
   * {@link anchorCheckRows}
   */
  anchorCheck: [workspacePartition, 'ANCHORS#<site>#<page>'],
  /** Name, email, `auto_fix_default`, hash of the token. {@link stakeholderRows} */
  stakeholder: [workspacePartition, 'STAKEHOLDER#<site>#<id>'],
  /**
   * An MCP client that a member connected to a site by signing in: client, scopes, number of the refresh token; deleted
   * when revoked; `ttl`. {@link connectionRows}
   */
  connection: [workspacePartition, 'CONNECTION#<site>#<id>'],
  /** A stakeholder's own notes, for the widget; the annotation's row is what counts. */
  stakeholderNote: [workspacePartition, 'NOTE#<site>#<id>#<annotation>'],
  /**
   * A workspace's own persona; a changed default, complete, with the catalog's version; the mark of a deleted default.
   * {@link personaRows}
   */
  persona: [workspacePartition, 'PERSONA#<id>'],
  /** A public persona of the workspace: leads a delete or a purge to its snapshot, a restore to its place in lists. */
  publishedPersona: [workspacePartition, 'PUBLISHED#<id>'],
  /** A published persona, readable by everyone; gsi1 all, gsi2 by category, newest first. {@link marketRows} */
  marketPersona: market,
  /** A review that has a showcase entry: leads a delete or a restore to it. */
  showcasedReview: [workspacePartition, 'SHOWCASED#<review>'],
  /**
   * A slug, reserved forever; while there is an entry, the submitted review, its feedback and its facts (JSON,
   * compressed), readable by everyone. {@link SlugRow}
   */
  showcase: [{ text: 'SHOWCASE#<slug>', purge: 'showcased reviews' }, 'SHOWCASE'],
  /**
   * State, note and card of a showcase entry; gsi1 pending ones, oldest first, and approved ones, newest first.
   * {@link entryRows}
   */
  showcaseReview: [showcasePartition, 'ENTRY'],
  /** The reason of a report, without the reporter; the newest 50. {@link reportRows} */
  showcaseReport: [showcasePartition, 'REPORT#<id>'],
  /**
   * The fields of lists, under 1 KB; gsi1 by site, gsi2 by site and status, or by site alone in quarantine, gsi3
   * by site, status and kind unless the kind is common or the note in quarantine; newest first. {@link annotationRows}
   */
  annotation,
  /**
   * The large part: full text and capture (anchor, styles, console, HTML; JSON, compressed); written in parallel with
   * the row. {@link contextRows}
   */
  context: [annotationPartition, 'CONTEXT'],
  /** One message of the thread. {@link replyRows} */
  reply: [annotationPartition, 'REPLY#<id>'],
  /** Evidence of a fix; owes the submitter a notification until it is sent. {@link resolutionRows} */
  resolution: [annotationPartition, 'RES#<id>'],
  /** The latest look at the note's element after a fix; owes it while it is checking. {@link verificationRows} */
  verification: [annotationPartition, 'VERIFY'],
  /** The latest status that the submitter is notified of; owes the notification. */
  statusNews: [annotationPartition, 'NEWS'],
  /** A note that reports the same; leads from the original to it, and is ignored once it is no duplicate any more. */
  duplicate: [annotationPartition, 'DUPLICATE#<id>'],
  /** A change that an agent asked for approval of, and the latest decision; owes the OWNERs a mail. {@link approvalRows} */
  approval: [annotationPartition, 'APPROVAL'],
  /** A mail owed to one OWNER about a request for approval. */
  approvalMail: [annotationPartition, 'APPROVAL_MAIL#<request>#<user>'],
  /** A mail owed to the submitter; its id is that of its newest reply or resolution. */
  annotationMail: [annotationPartition, 'MAIL#<id>'],
  /**
   * The fields of lists, progress, facts about the input, share link; gsi1 by workspace, gsi2 by site, newest first;
   * owes the reading of its input. {@link reviewRows}
   */
  review,
  /**
   * The content to judge: text, elements, pictures (JSON, compressed). Sorts before all other rows of a review, so that
   * reads can leave it out. {@link contentRows}
   */
  reviewContent: [reviewPartition, 'CONTENT'],
  /** Facts that rules measured of the content (JSON, compressed); before all other rows, too. {@link factsRows} */
  reviewFacts: [reviewPartition, 'FACTS'],
  /** The persona of a run as it ran, its state and its summary; owes the run until it has ended. {@link runRows} */
  reviewRun: [reviewPartition, 'RUN#<persona>'],
  /** One persona on one dimension: scores by sample, comment, verified quote. {@link findingRows} */
  finding: [reviewPartition, 'FINDING#<id>'],
  /** One person's rating of a finding, with their words. {@link ratingRows} */
  rating: [reviewPartition, 'RATING#<finding>#<rater>'],
  /** One person's answer to how good the reviewed page is. {@link pageRatingRows} */
  pageRating: [reviewPartition, 'PAGE_RATING#<rater>'],
  /** The numbers of that answer and who judged, without text; the rater is a hash. {@link PageLabelRow} */
  pageLabel: [workspacePartition, 'PAGE_LABEL#<judge>#<review>#<rater>'],
  /** How people's page ratings relate to a judge's scores, fitted on all of its labels. {@link PageScaleRow} */
  pageScale: [workspacePartition, 'PAGE_SCALE#<judge>'],
  /** The numbers of a rating, for calibration, without text. Labels of one judge are adjacent. {@link LabelRow} */
  label: [workspacePartition, 'LABEL#<judge>#<finding>#<rater>'],
  /** The workspace's calibrator of a judge; gsi1 by judge; owes a new fit after ratings. {@link CalibratorRow} */
  calibrator: [workspacePartition, 'CALIBRATOR#<judge>'],
  /** A judge's reliability, skill and its history, and numbers of ratings, as of the last refit. {@link CalibrationRecord} */
  calibrationRecord: [workspacePartition, 'CALIBRATION#<judge>'],
  /** Findings whose ratings a judge was most wrong about: tried as examples, by their ids. {@link ExampleSetRow} */
  exampleSet: [workspacePartition, 'EXAMPLES#<judge>'],
  /** How well each persona's scores agree with the workspace's ratings. {@link cardRows} */
  calibrationCards: [workspacePartition, 'CALIBRATION_CARDS'],
  /** Coefficients pooled over workspaces for a judge: no text, no id of a tenant. */
  calibrationPrior: [{ text: 'PRIOR#<judge>', purge: 'outlives workspaces' }, 'PRIOR'],
  /** Actor and action; in the transaction of the write it records. {@link auditRows} */
  audit: [auditPartition, '<id>'],
  /**
   * Up to six changes of notes, numbered in the order of their commits without gaps; immutable; `ttl` once it isn't the
   * newest.
   */
  changes: [changesPartition, '<number>'],
  /** The balance of a prepaid workspace, in cents. {@link walletRows} */
  wallet: [workspacePartition, 'WALLET'],
  /** One change of a balance: charge, refund, payment or grant; they sum to the balance. {@link ledgerRows} */
  ledgerEntry: [workspacePartition, 'LEDGER#<id>'],
  /**
   * Tokens and micro-dollars of a month's reviews by a live model; the estimates of running ones count until they end.
   * {@link modelSpendRows}
   */
  modelSpend: [workspacePartition, 'MODEL_SPEND#<month>'],
  /** A payment by the id of its checkout; whether it was credited, and to whom. */
  payment: [{ text: 'PAYMENT#<id>', purge: 'outlives workspaces' }, 'PAYMENT'],
  /**
   * An agent's workspace without an OWNER yet: the person who signs in with that verified address becomes OWNER; `ttl`
   * once it has one.
   */
  claim: [claimPartition, 'WS#<ws>'],
  /** A request for access, one per address, for operators alone; gsi1 all, newest first. {@link accessRequestRows} */
  accessRequest: [{ text: 'ACCESS#<addressHash>', purge: 'outlives workspaces' }, 'ACCESS'],
  /** The mail owed to the operators about it. Has its own key: jobs carry it, and a message outlives an erasure. */
  accessRequestMail: [{ text: 'ACCESS_MAIL#<id>', purge: 'outlives workspaces' }, 'MAIL'],
  /** A switch that an operator set: who, why, from what to what. */
  operation: [operationsPartition, '<id>'],
  /** An address that gets no more mail: it unsubscribed, bounced or complained. */
  suppression: [{ text: 'SUPPRESSED#<addressHash>', purge: 'outlives workspaces' }, 'SUPPRESSED'],
  /** An erasure owed to an address without an account. */
  erasure: [{ text: 'ERASURE#<addressHash>', purge: 'outlives workspaces' }, 'ERASURE'],
  /** A note that a running erasure has met, and the addresses to search it for again; its last look deletes it; `ttl`. */
  erasedNote: [erasedNotesPartition, 'NOTE#<ws>#<annotation>'],
  /** State of the latest export of a user's own data; owes it while it runs; `ttl`. {@link personExportRows} */
  personExport: [USER, 'EXPORT'],
  /** State of the latest export of the workspace; owes it while it runs. {@link workspaceExportRows} */
  workspaceExport: [workspacePartition, 'EXPORT'],
});

export type RecordName = keyof typeof keys;

export const kindOf = (key: Key): RecordName | undefined =>
  (Object.keys(keys) as RecordName[]).find((name) => idsIn<string[]>(keys[name], key));

export const partitions = /* @__PURE__ */ patternsFrom({
  userWorkspaces: 'USER#<user>',
  siteAnnotations: 'WS#<ws>#SITE#<site>',
  /** Quarantined notes are indexed under `aside` regardless of status, so that no list of a status reads them. */
  siteAnnotationsByStatus: 'WS#<ws>#SITE#<site>#<status>',
  siteAnnotationsByKind: 'WS#<ws>#SITE#<site>#<status>#<kind>',
  reviews: 'WS#<ws>#REVIEWS',
  siteReviews: 'WS#<ws>#SITE#<site>#REVIEWS',
  /** Every workspace's calibrator for a judge: what a prior is pooled from. */
  calibrators: 'CALIBRATORS#<judge>',
  accessRequests: 'ACCESS_REQUESTS',
  marketplace: 'MARKET',
  marketplaceCategory: 'MARKET#<category>',
  /** Entries that wait for an admin, or are public. */
  showcase: 'SHOWCASE#<state>',
});

/** Sort keys of those partitions that name what the entry depends on, so that one batch reads it. */
export const places = /* @__PURE__ */ patternsFrom({
  marketplace: '<at>#<persona>#<ws>',
  showcase: '<at>#<review>#<ws>',
});

const SEARCH = 'SEARCH#<ws>#<site>';

export const scratchKeys = /* @__PURE__ */ recordsFrom({
  /** Operators' switches, read at most every 30 seconds; without them the stage's configuration applies. */
  switches: ['SWITCHES', 'SWITCHES'],
  /** Requests counted in one rate window. */
  window: ['RATE#<bucket>#<window>', 'RATE'],
  /** The answer of a creation, for 24 hours. */
  idempotency: ['IDEM#<hash>', 'IDEM'],
  /** An address's mails of one kind and day. */
  mailCount: ['MAILS#<kind>#<addressHash>#<day>', 'MAILS'],
  /** An address's answers by mail of one day. */
  mailAnswers: ['ANSWERS#<addressHash>#<day>', 'ANSWERS'],
  /** A workspace's upload addresses without a size, of one day. */
  unsizedUploads: ['UPLOADS#<ws>#<day>', 'UPLOADS'],
  /**
   * Up to where a member has read a note of a site, as its `updated_at`; under `ALL`, all notes. Ids sort before it; `ttl`
   * after 30 days.
   */
  opened: ['OPENED#<ws>#<user>#<site>', '<annotation>'],
  /** Until when each of a workspace's five waits for changes ends at the latest. */
  waits: ['WAITS#<ws>', 'WAITS'],
  /** A workspace's verifications of one day. */
  verifications: ['VERIFIED#<ws>#<day>', 'VERIFIED'],
  /** A workspace's refunds, of one day, of reviews that a model had read. */
  refunds: ['REFUNDS#<ws>#<day>', 'REFUNDS'],
  /** A person's invitations of one day, over all workspaces. */
  invitationCount: ['INVITES#<user>#<day>', 'INVITES'],
  /** Resent mails of an invitation in one hour. */
  invitationResend: ['RESENDS#<id>#<window>', 'RESENDS'],
  /** When an address, as a keyed hash, reported a showcase entry; at most 5 in 24 hours. */
  showcaseReports: ['REPORTS#<hash>', 'REPORTS'],
  /** Agents that a client address or a contact registered on a day. */
  agentSignups: ['SIGNUPS#<bucket>#<day>', 'SIGNUPS'],
  /** Mails about access requests on a day. */
  accessMails: ['ACCESS_MAILS#<day>', 'ACCESS_MAILS'],
  /** Until when an address, as a keyed hash, has used its demo. */
  demoAllowance: ['DEMO#<hash>', 'DEMO'],
  /**
   * The demo's answer, by a keyed hash of address, persona and judge; for 24 hours, without the page or the visitor.
   */
  demoAnswer: ['DEMO_ANSWER#<hash>', 'DEMO_ANSWER'],
  /**
   * Writes, runs and mails of one person, or of one site's MCP integration, by day of the last 90 (packed), and the
   * person's address.
   */
  usage: ['USAGE#<part>', '<actor>'],
  /** The ten most active of those 90 days by writes, runs or mails, with their addresses. */
  usageTop: ['USAGE_TOP', '<kind>'],
  /** A persona that left the marketplace: indexes may still list it. */
  withdrawnPersona: ['WITHDRAWN', '<at>#<persona>'],
  /** A stream record that usage has counted, so that it is counted once. */
  counted: ['COUNTED#<row>', 'COUNTED'],
  /** A note's words for search, distinct and folded; once it is deleted, a mark without words; `ttl`. */
  searchNote: [SEARCH, 'NOTE#<annotation>'],
  /** A range of a site's older notes, with leads for all of their words once it is `ready`. */
  searchBlock: [SEARCH, 'BLOCK#<number>'],
  /** The block that ends with a note. */
  searchBlockEnd: [SEARCH, 'END#<annotation>'],
  /** Numbers of the blocks in which a word has this beginning, as a hash. */
  searchLead: [SEARCH, 'LEAD#<hash>#<group>'],
  /** All notes of the site are indexed. */
  searchSite: [SEARCH, 'SITE'],
  /** When a site's widget was last seen. {@link seenRows} */
  seen: ['SEEN#<site>', 'SEEN'],
  /**
   * The last page of an unlisted origin that tried the widget; one read returns it with the row above.
   * {@link refusedRows}
   */
  refused: ['SEEN#<site>', 'REFUSED'],
});

/** One partition key takes 1,000 write units a second, which the callers of all tenants would exceed together (docs/scale.md). */
const USAGE_PARTS = 4;
export const usageParts: readonly number[] = Array.from({ length: USAGE_PARTS }, (_, part) => part);
export const usagePartition = (part: number) => scratchKeys.usage(String(part), '').pk;
export const usageKey = (actor: string): Key => scratchKeys.usage(String(partOf(actor, USAGE_PARTS)), actor);

export const objects = /* @__PURE__ */ patternsFrom({
  incoming: 'incoming/<ws>/<owner>/<kind>/<id>',
  /** Files for a single download; they expire with incoming ones, after a day. */
  exported: 'incoming/<ws>/<site>/export/<id>.pdf',
  exportedFolder: 'incoming/<ws>/<site>/export/',
  annotationFolder: 'kept/<ws>/<site>/<annotation>/',
  reviewFolder: 'kept/<ws>/reviews/<review>/',
  siteFolder: 'kept/<ws>/<site>/',
  workspaceFolder: 'kept/<ws>/',
  workspaceIncoming: 'incoming/<ws>/',
  /** Archives, kept for a day. */
  workspaceExports: 'exports/workspaces/<ws>/',
  personExports: 'exports/people/<user>/',
});
