import type { CapturedContext } from '../../annotations/context-schema.ts';
import { textsInLists } from '../../annotations/new-note.ts';
import { auditEntry } from '../../kit/audit/audit-log.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { DAY, now, ttlAt } from '../../kit/clock.ts';
import { tryUnpackJson } from '../../kit/packed.ts';
import type { Test } from '../../kit/table/expression.ts';
import { unchanged } from '../../kit/table/expression.ts';
import {
  annotationPartition,
  erasedNotesPartition,
  keys,
  partitions,
  reviewPartition,
  showcasePartition,
} from '../../kit/table/keys.ts';
import { idsIn, requireIds, textAt } from '../../kit/table/record.ts';
import type { Item, StoredRow, Table, Write } from '../../kit/table/table.ts';
import type { LongWork, Stores } from '../../owed/long-work.ts';
import { indexNote } from '../../search/index-note.ts';
import { removeShowcased } from '../../showcase/listing.ts';
import { slugsFor } from '../../showcase/slug.ts';
import { type Clean, cleaned, without } from './addresses.ts';
import { BARE, nameless } from './sender.ts';
import type { Subject } from './subject.ts';
import { touch } from './touched.ts';

const AT_ONCE = 25;
const PAGE = 50;
/** For a worker that falls behind another, and meets a note after the last look. */
const REMEMBERED = 14 * DAY;

const changeRows = async (table: Table, changes: readonly { row: StoredRow; set: Item }[]): Promise<void> => {
  const writes = changes
    .filter(({ set }) => Object.keys(set).length > 0)
    .map(({ row: { pk, sk }, set }): Write => ({ update: { pk, sk }, set, when: [['exists', 'pk']] }));
  for (const some of chunksOf(writes, AT_ONCE)) await Promise.all(some.map((write) => table.tryTransact([write])));
};

const withdraw = async (table: Table, { actor }: Subject, [ws, id]: [string, string], slug: string): Promise<void> => {
  await removeShowcased(table, ws, id, slug);
  await table.removeMany([keys.showcase(slug)]);
  await table.tryTransact([
    {
      update: keys.review(ws, id),
      set: { showcase_state: 'withdrawn' },
      remove: ['showcase_slug', 'showcase_note'],
      when: [['=', 'showcase_slug', slug]],
    },
    auditEntry(ws, actor, 'showcase.withdraw', { review_id: id }),
  ]);
};

/** A slug is made of the title, and can't change: an entry whose slug has the address is withdrawn. */
const eraseShown = async (
  table: Table,
  subject: Subject,
  ids: [ws: string, review: string],
  { title, showcase_slug: slug }: Item,
  clean: Clean,
): Promise<StoredRow[]> => {
  if (typeof slug !== 'string') return [];
  const next = clean(title);
  if (next === title || slugsFor(String(next), ids[1]).includes(slug)) {
    const entry = await table.queryAll({ partition: showcasePartition(ids[1]), consistent: true });
    return [...entry, ...(await table.getMany([keys.showcase(slug)], { consistent: true }))];
  }
  await withdraw(table, subject, ids, slug);
  return [];
};

/**
 * A review of the note holds its text, and may quote it; so do its entry in the showcase and notes of its findings. True
 * if one still runs, and may quote the text that it has read.
 */
const eraseInReviews = async (
  table: Table,
  subject: Subject,
  ids: [ws: string, site: string, note: string],
  clean: Clean,
): Promise<boolean> => {
  const [ws, site, annotation] = ids;
  let isRunning = false;
  const partition = partitions.siteReviews(ws, site);
  const filter: Test[] = [['=', 'annotation_id', annotation]];
  for (const review of await table.queryAll({ index: 'gsi2', partition, filter })) {
    const [, id] = requireIds(keys.review, review);
    const rows = await table.queryAll({ partition: reviewPartition(ws, id), consistent: true });
    const current = rows.find(({ sk }) => sk === review.sk);
    if (current?.completed_at === null && current.deleted_at === undefined) isRunning = true;
    const shown = current ? await eraseShown(table, subject, [ws, id], current, clean) : [];
    await changeRows(
      table,
      [...rows, ...shown].map((row) => ({ row, set: cleaned(row, clean) })),
    );
    const filed = new Set(
      rows.flatMap((row) => (idsIn(keys.finding, row) && row.annotation_id ? [textAt(row, 'annotation_id')] : [])),
    );
    for (const note of filed) {
      const copied = await table.queryAll({ partition: annotationPartition(ws, note), consistent: true });
      const listed = copied.find(({ sk }) => sk === keys.annotation('', '').sk);
      const at = listed && textAt(listed, 'site_id');
      if (at !== undefined) {
        await touch(table, subject.key, [`${ws}/${at}`]);
        if (await eraseInReviews(table, subject, [ws, at, note], clean)) isRunning = true;
      }
      const changes = copied.map((row) => ({ row, set: cleaned(row, clean) }));
      const isChanged = changes.some(({ set }) => Object.keys(set).length > 0);
      await changeRows(
        table,
        changes.map(({ row, set }) => ({
          row,
          set: isChanged && row === listed ? { ...set, updated_at: now() } : set,
        })),
      );
      if (at !== undefined) await indexNote(table, { ws, site: at }, note);
    }
  }
  return isRunning;
};

/** Files that the submitter attached; pictures of the page stay. */
const filesIn = ({ files }: Item): string[] =>
  Array.isArray(files) ? files.flatMap(({ key }: Item) => (typeof key === 'string' ? [key] : [])) : [];

interface Erased {
  ws: string;
  annotation: string;
  /** The stakeholder's by now: their note may be older than these. */
  emails?: readonly unknown[];
  name?: unknown;
  /** Of a note that was met before: an address was in its texts. */
  is_quoted?: boolean;
}

interface Outcome {
  /** Of a note that changed. */
  site?: string | undefined;
  isReviewed: boolean;
}

const UNCHANGED: Outcome = { isReviewed: false };

/** The rows that lead to a note are erased, and what is running may still add the address or the name to it. */
const remember = async (
  table: Table,
  { person }: Subject,
  { ws, annotation, emails = [], name }: Erased,
  isQuoted: boolean,
) => {
  const known = emails.filter((email) => typeof email === 'string');
  await table.tryTransact([
    {
      update: keys.erasedNote(person, ws, annotation),
      set: { name, ...(isQuoted && { is_quoted: true }), ttl: ttlAt(now() + REMEMBERED) },
      ...(known.length > 0 && { add: { emails: new Set(known) } }),
    },
  ]);
};

/** Lists have them cut, maybe within an address. */
const listed = ({ body, captured }: Item): Item => {
  const context = captured instanceof Uint8Array ? tryUnpackJson(captured) : undefined;
  if (typeof body !== 'string' || context === undefined) return {};
  return textsInLists({ body, captured: context as CapturedContext });
};

/** The context row, which leads here, changes last. A note that someone else sent with the same link keeps its sender. */
const eraseTexts = async ({ table, storage }: Stores, subject: Subject, asked: Erased): Promise<Outcome> => {
  const { key, hashes, actor } = subject;
  const { ws, annotation, name } = asked;
  const rows = await table.queryAll({ partition: annotationPartition(ws, annotation), consistent: true });
  const note = rows.find(({ sk }) => sk === keys.annotation('', '').sk);
  const context = rows.find(({ sk }) => sk === keys.context('', '').sk);
  if (!context) return UNCHANGED;
  const isOwn = context.person === undefined || hashes.includes(String(context.person));
  const emails = [...(isOwn ? [context.email] : []), ...(asked.emails ?? [])];
  const clean = without(emails);
  const bare: Partial<typeof BARE> = isOwn ? BARE : {};
  const said = Object.fromEntries(
    Object.entries(cleaned(context, clean)).filter(([name]) => name !== 'email' && !(name in bare)),
  );
  const submitter = (note?.submitter ?? {}) as Item;
  const isNamed =
    isOwn && (submitter.identity !== undefined || Boolean(submitter.name) || submitter.has_email === true);
  const isBare = Object.entries(bare).every(([name, value]) => context[name] === value);
  const isSigned = (row: StoredRow) =>
    idsIn(keys.reply, row) !== undefined &&
    row.author === 'stakeholder' &&
    row.author_name !== '' &&
    (isOwn || row.author_name === name);
  const shown = Object.keys(said).length > 0 ? listed({ ...context, ...said }) : {};
  const others = rows
    .filter((row) => row !== context)
    .map((row) => ({ row, set: { ...cleaned(row, clean), ...(row === note && shown) } }));
  const isWritten = [said, ...others.map(({ set }) => set)].some((set) => Object.keys(set).length > 0);
  const isQuoted = isWritten || asked.is_quoted === true;
  if (asked.is_quoted === undefined) await remember(table, subject, { ...asked, emails }, isQuoted);
  const isErased = isBare && !isNamed && !isWritten && !rows.some(isSigned);
  if (isErased && !isQuoted) return UNCHANGED;
  await touch(table, key, [note ? `${ws}/${note.site_id}` : ws]);
  const site = note && textAt(note, 'site_id');
  // Before the note's own rows, which show a repeated run what to look for.
  const isReviewed =
    isQuoted && site !== undefined && (await eraseInReviews(table, subject, [ws, site, annotation], clean));
  if (isErased) return { isReviewed };
  await changeRows(
    table,
    others.map(({ row, set }) => {
      if (row === note) {
        const bared = isOwn && { submitter: nameless(submitter) };
        return { row, set: { ...set, ...(note.submitter !== undefined && { ...bared, updated_at: now() }) } };
      }
      return { row, set: { ...set, ...(isSigned(row) && { author_name: '' }) } };
    }),
  );
  if (isOwn) await Promise.all(filesIn(context).map((key) => storage.remove(key)));
  if (isBare && Object.keys(said).length === 0) return { site, isReviewed };
  await table.tryTransact([
    {
      update: keys.context(ws, annotation),
      set: { ...said, ...bare },
      remove: isOwn ? ['person', 'visitor', 'files'] : [],
      when: [['=', 'name', context.name], unchanged('person', context.person)],
    },
    auditEntry(ws, actor, 'annotation.anonymize', { annotation_id: annotation }),
  ]);
  return { site, isReviewed };
};

/** True if a review of it still runs. Search forgets the name at once: the stream may be late. */
export const eraseSubmitter = async (stores: Stores, subject: Subject, note: Erased): Promise<boolean> => {
  const { site, isReviewed } = await eraseTexts(stores, subject, note);
  if (site !== undefined) await indexNote(stores.table, { ws: note.ws, site }, note.annotation);
  return isReviewed;
};

/**
 * The notes of the earlier looks again. One with a running review is kept for the next look, unless this is the last.
 * False if it ran out of time.
 */
export const eraseAgain = async (work: LongWork, subject: Subject, isLast: boolean): Promise<boolean> => {
  const { table, hasTime } = work;
  const partition = erasedNotesPartition(subject.person);
  for await (const rows of table.pages({ partition, limit: PAGE, consistent: true })) {
    for (const row of rows) {
      if (!hasTime()) return false;
      const [, ws, annotation] = requireIds(keys.erasedNote, row);
      const emails = row.emails instanceof Set ? [...row.emails] : [];
      const note = { ws, annotation, emails, name: row.name, is_quoted: row.is_quoted === true };
      const isReviewed = await eraseSubmitter(work, subject, note);
      if (isLast || !isReviewed) await table.removeMany([row]);
      else await table.tryTransact([{ update: row, set: { is_quoted: true }, when: [['exists', 'pk']] }]);
    }
  }
  return true;
};

export const hasNotesLeft = async (table: Table, { person }: Subject): Promise<boolean> =>
  (await table.query({ partition: erasedNotesPartition(person), limit: 1, consistent: true })).items.length > 0;
