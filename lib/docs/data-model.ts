import {
  foundBy,
  type Key,
  keys,
  LISTS,
  objects,
  partitions,
  scratchKeys,
  tables,
} from '../../functions/kit/table/keys.ts';

const IN_WORDS: Readonly<Record<keyof typeof keys, string>> = {
  user: 'a person who signed in, created with the personal workspace; once deleted, an id that owes the erasure; `ttl`',
  workspace:
    '`deleted_at`, `deleted_sites`, `quarantine_sites`, counts of OWNERs, sites, personas and API tokens; while deleted it owes its purge on day 30',
  workspaceDue: 'its `ttl` ends the 30 days after a deletion; its removal starts the purge',
  member: 'role and `site_grants`; gsi1 by user',
  invitation: 'email, role, expiry; `ttl`',
  invitationMail: 'a mail owed to the invited person',
  apiToken: 'hash, last four, role, expiry',
  site: 'settings, count of stakeholders, hashes of its widget and MCP tokens and loader id',
  stakeholder: 'name, email, `auto_fix_default`, hash of the token',
  stakeholderNote: "a stakeholder's own notes, for the widget",
  persona:
    "a workspace's own persona; a changed default, complete, with the catalog's version; the mark of a deleted default",
  publishedPersona: 'a public persona of the workspace',
  marketPersona: 'a published persona, readable by everyone; gsi1 all, gsi2 by category, newest first',
  showcasedReview: 'a review that has a showcase entry',
  showcase:
    'a slug, reserved forever; while there is an entry, the submitted review and its feedback (JSON, compressed)',
  showcaseReview:
    'state, note and card of a showcase entry; gsi1 pending ones, oldest first, and approved ones, newest first',
  showcaseReport: 'the reason of a report, without the reporter; the newest 50',
  annotation:
    'the fields of lists, under 1 KB; gsi1 by site, gsi2 by site and status, or by site alone in quarantine, newest first',
  context:
    'the large part: full text and capture (anchor, styles, console, HTML; JSON, compressed); written in parallel with the row',
  reply: 'one message of the thread',
  resolution: 'evidence of a fix; owes the submitter a notification until it is sent',
  annotationMail: 'a mail owed to the submitter',
  review:
    'the fields of lists, progress, facts about the input, share link; gsi1 by workspace, gsi2 by site, newest first; owes the reading of its input',
  reviewContent: 'the content to judge: text, elements, pictures (JSON, compressed)',
  reviewRun: 'the persona of a run, its state and its summary; owes the run until it has ended',
  finding: 'one persona on one dimension: scores by sample, comment, verified quote',
  rating: "one person's rating of a finding, with their words",
  label: 'the numbers of a rating, for calibration',
  calibrator: "the workspace's calibrator of a judge; gsi1 by judge; owes a new fit after ratings",
  calibrationCards: "how well each persona's scores agree with ratings",
  calibrationPrior: 'coefficients pooled over workspaces',
  audit: 'actor and action; in the transaction of the write it records',
  wallet: 'the balance of a prepaid workspace, in cents',
  ledgerEntry: 'one change of a balance: charge, refund, payment or grant; they sum to the balance',
  payment: 'a payment by the id of its checkout; whether it was credited, and to whom',
  claim: "an agent's workspace without an OWNER yet; `ttl` once it has one",
  accessRequest: 'a request for access, one per address; gsi1 all, newest first',
  accessRequestMail: 'the mail owed to the operators about it',
  operation: 'a switch that an operator set: who, why, from what to what',
  suppression: 'an address that gets no more mail',
  formerMember: 'a former member, without a name: leads an erasure to the invitations they sent; `ttl`',
  erasure: 'an erasure owed to an address without an account',
  personExport: "state of the latest export of a user's own data; owes it while it runs; `ttl`",
  workspaceExport: 'state of the latest export of the workspace; owes it while it runs',
};

const SCRATCH_IN_WORDS: Readonly<Record<keyof typeof scratchKeys, string>> = {
  switches: "operators' switches; read at most every 30 seconds",
  window: 'requests counted in one rate window',
  idempotency: 'the answer of a creation, for 24 hours',
  mailCount: "an address's mails of one day",
  unsizedUploads: "a workspace's upload addresses without a size, of one day",
  invitationCount: "a person's invitations of one day",
  invitationResend: 'resent mails of an invitation in one hour',
  showcaseReports: 'when an address reported a showcase entry; at most 5 in 24 hours',
  agentSignups: 'agents that a client address or a contact registered on a day',
  accessMails: 'mails about access requests on a day',
  demoAllowance: 'until when an address has used its demo',
  demoAnswer: "the demo's answer, for 24 hours, without the page or the visitor",
  usage:
    "writes (`w21`: on the 21st; `w`: in all), runs and mails of one person, or of one site's MCP integration, by day of a month",
  counted: 'a stream record that usage has counted, so that it is counted once',
  seen: "when a site's widget was last seen",
  refused: 'the last page of an unlisted origin that tried the widget',
};

type Maker<Made> = (...names: never[]) => Made;

/** A key pattern with placeholders for its parts, read from the function that builds the key. */
const withNames = <Made>(make: Maker<Made>): Made => {
  const [, list = ''] = /^\(([^)]*)\)/.exec(make.toString()) ?? [];
  const names = list.split(',').map((part) => `<${part.trim().split(/\W/)[0]}>`);
  return make(...(names as never[]));
};

const row = (name: string, { pk, sk }: Key, ...more: string[]) =>
  `| ${[name, `\`${pk}\``, `\`${sk}\``, ...more].join(' | ')} |`;

const mainRows = () =>
  Object.entries(keys).map(([name, make]) => {
    const kind = name as keyof typeof keys;
    return row(name, withNames(make), foundBy[kind], IN_WORDS[kind]);
  });

const scratchRows = () =>
  Object.entries(scratchKeys).map(([name, make]) =>
    row(name, withNames(make), SCRATCH_IN_WORDS[name as keyof typeof scratchKeys]),
  );

const named = (makers: Record<string, Maker<string>>) =>
  Object.entries(makers).map(([name, make]) => `| ${name} | \`${withNames(make)}\` |`);

const coded = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** docs/data-model.md: records, their keys, and how a purge finds them. */
export const dataModel = (): string => `# Data model

Written by \`npm run docs\` from \`functions/kit/table/keys.ts\`; edit that, or the words in \`lib/docs/data-model.ts\`.

One table holds every record. The caller's workspace is part of every tenant key, so another tenant's id is absent.
Rows are read by key or by key condition, never scanned, and parsed with zod. Times are milliseconds; \`ttl\` is in
seconds and only collects garbage: every read compares its own expiry with the clock.

| record | pk | sk | a purge finds it by | content |
|---|---|---|---|---|
${mainRows().join('\n')}

## Indexes

| index | keys | projects |
|---|---|---|
${Object.entries(tables.main.indexes)
  .map(
    ([name, { partition, sort, project }]) => `| ${name} | ${coded([partition.name, sort.name])} | ${coded(project)} |`,
  )
  .join('\n')}

The fields of lists are stored in one map, \`list\`. DynamoDB projects at most 20 attributes and never changes a
projection in place; adding a name to the map changes none. Stores use these attributes under their own names, and
\`functions/kit/table/stored-form.ts\` translates.

| sort key | \`list\` holds |
|---|---|
${Object.entries(LISTS)
  .map(([sk, names]) => `| \`${sk}\` | ${coded([...names])} |`)
  .join('\n')}

| partition | value |
|---|---|
${named(partitions).join('\n')}

Owed work has \`job\`, \`due_at\` and \`due_pk\`. The write that creates the work sets them, the write that records the
outcome removes them. The stream is the fast path to the queue; a schedule re-queues overdue work.

## Scratch table

Rows that needn't survive a loss: no stream, no backup.

| record | pk | sk | content |
|---|---|---|---|
${scratchRows().join('\n')}

## Evidence bucket

| folder | key |
|---|---|
${named(objects).join('\n')}

\`incoming/\` takes presigned uploads and expires after a day. Attaching verifies the bytes and writes them to a key
under \`kept/\`, where no one can upload.
`;
