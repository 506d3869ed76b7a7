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
  user: 'who signed in; appears with the personal workspace; once deleted, an id that owes the erasure; `ttl`',
  workspace:
    '`deleted_at`, `deleted_sites`, `quarantine_sites`, counts of OWNERs, sites, personas and API tokens; while deleted it owes its purge on day 30',
  workspaceDue: "its `ttl` ends a deletion's grace: the removal wakes the purge",
  member: 'role and `site_grants`; gsi1 by user',
  invitation: 'e-mail, role, expiry; `ttl`',
  invitationMail: 'a mail owed to whoever is invited',
  apiToken: 'hash, last four, role, expiry',
  site: 'settings, count of stakeholders, hashes of its widget and MCP tokens and loader id',
  stakeholder: 'name, e-mail, `auto_fix_default`, hash of the token',
  stakeholderNote: "a stakeholder's own notes, for the widget",
  persona:
    "a workspace's own persona; the whole of a default it changed, with the catalogue's version; the mark of one it deleted",
  publishedPersona: 'what of a workspace is public',
  marketPersona: 'a published persona as everybody may read it; gsi1 all, gsi2 by category, newest first',
  showcasedReview: 'which reviews have a showcase entry',
  showcase:
    'a slug, reserved for ever; under it the review and its feedback as they were submitted (JSON, compressed) as long as there is an entry',
  showcaseReview:
    'state, note and card of a showcase entry; gsi1 what is pending, oldest first, and what is approved, newest first',
  showcaseReport: 'why somebody reported it; the newest 50, nothing of who',
  annotation:
    'what lists show, under 1 KB; gsi1 by site, gsi2 by site and status or, in quarantine, by site alone, newest first',
  context:
    'the large part: whole text, and what was captured (anchor, styles, console, HTML; JSON, compressed); written beside the row',
  reply: 'one message of the thread',
  resolution: 'evidence of a fix; owes the notice to the submitter until it is told',
  annotationMail: 'a mail owed to the submitter',
  review:
    'what lists show, its progress, what was read and the share link; gsi1 by workspace, gsi2 by site, newest first; owes the reading of its input',
  reviewContent: 'what is judged, as it was read: text, elements, pictures (JSON, compressed)',
  reviewRun: 'one persona as it ran, its state and its summary; owes the run until it has ended',
  finding: 'what one persona said of one dimension: scores by sample, comment, verified quote',
  rating: "one person's rating of a finding, with their words",
  label: 'what calibration keeps of a rating: numbers',
  calibrator: "the workspace's calibrator of a judge; gsi1 by judge; owes a new fit after ratings",
  calibrationCards: "how well each persona's judgements have met ratings",
  calibrationPrior: 'coefficients pooled over workspaces',
  audit: 'who did what; in the transaction of the write it records',
  wallet: 'what a prepaid workspace has left, in cents',
  ledgerEntry: 'one change of a balance: charge, refund, payment or grant; they sum to the balance',
  payment: 'a payment by the id of its checkout; whether it was credited, and to whom',
  claim: "an agent's workspace that waits for its OWNER; `ttl` once it has one",
  accessRequest: 'who asked for access, once per address; gsi1 all, newest first',
  accessRequestMail: 'the mail owed to the operators about it',
  operation: 'a switch that an operator set: who, why, from what to what',
  suppression: 'an address that gets no more mail',
  formerMember: 'who left, without a name: leads an erasure to the invitations they sent; `ttl`',
  erasure: 'an erasure owed to an address without an account',
  personExport: "state of the latest export of a user's own data; owes it while it runs; `ttl`",
  workspaceExport: 'state of the latest export of the workspace; owes it while it runs',
};

const SCRATCH_IN_WORDS: Readonly<Record<keyof typeof scratchKeys, string>> = {
  switches: 'what an operator switched on or off; read at most every 30 seconds',
  window: 'requests counted in one rate window',
  idempotency: 'what a creation answered, for 24 hours',
  mailCount: "an address's mails of one day",
  unsizedUploads: "a workspace's upload addresses without a size, of one day",
  invitationCount: "a person's invitations of one day",
  invitationResend: 'mails sent again for an invitation in one hour',
  showcaseReports: 'when an address reported a showcase entry; at most 5 in 24 hours',
  agentSignups: 'agents that a client address or a contact registered on a day',
  accessMails: 'mails about access requests on a day',
  demoAllowance: 'until when an address has used its demo',
  demoAnswer: 'what the demo said of a page, for 24 hours; not which page, nor who asked',
  usage:
    "writes (`w21`: on the 21st; `w`: in all), runs and mails of one person, or of one site's MCP integration, by day of a month",
  counted: 'a stream record that usage has counted, so that it is counted once',
  seen: "when a site's widget was last seen",
  refused: 'which page of an origin that the site does not list last tried its widget',
};

type Maker<Made> = (...names: never[]) => Made;

/** A key with the names of its parts in place of their values, read off the function that makes it. */
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

/** docs/data-model.md: the records, their keys, and how a purge finds them. */
export const dataModel = (): string => `# Data model

Written by \`npm run docs\` from \`functions/kit/table/keys.ts\`; edit that, or the words in \`lib/docs/data-model.ts\`.

One table holds every record. The caller's workspace is part of every tenant key, so another tenant's id is simply absent. Rows are
read by key or by key condition, never scanned, and parsed with zod on the way out. Times are milliseconds; \`ttl\` is seconds and only
collects garbage: every read compares its own expiry with the clock.

| record | pk | sk | a purge finds it by | what it is |
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

What lists show of a row is stored in one map, \`list\`. DynamoDB projects at most 20 attributes and never changes a projection in place;
a name added to the map changes none. Stores read and write these attributes by their own names; \`functions/kit/table/stored-form.ts\` translates.

| sort key | \`list\` holds |
|---|---|
${Object.entries(LISTS)
  .map(([sk, names]) => `| \`${sk}\` | ${coded([...names])} |`)
  .join('\n')}

| partition | value |
|---|---|
${named(partitions).join('\n')}

Owed work carries \`job\`, \`due_at\` and \`due_pk\`. The write that creates the work sets them, the write that records the outcome removes
them. The stream is the fast path to the queue; a schedule re-queues what is overdue.

## Scratch table

What nobody would restore: no stream, no backup.

| record | pk | sk | what it is |
|---|---|---|---|
${scratchRows().join('\n')}

## Evidence bucket

| folder | key |
|---|---|
${named(objects).join('\n')}

\`incoming/\` takes presigned uploads and expires after a day. Attaching verifies the bytes and writes them to a key under \`kept/\` that
nobody can upload to.
`;
