import type { Actor } from '../../kit/actor.ts';
import { auditEntry } from '../../kit/audit/audit-log.ts';
import { now } from '../../kit/clock.ts';
import { annotationPartition, type Key, keys } from '../../kit/table/keys.ts';
import { rowsOf, textAt } from '../../kit/table/record.ts';
import type { Item, StoredRow, Write } from '../../kit/table/table.ts';
import type { Stores } from '../../owed/long-work.ts';
import { indexNote } from '../../search/index-note.ts';
import { touch } from './touched.ts';

const AT_ONCE = 25;

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const without = (email: unknown) => {
  const pattern = typeof email === 'string' && email !== '' ? new RegExp(escapeForPattern(email), 'gi') : undefined;
  return (text: unknown) => (pattern && typeof text === 'string' ? text.replace(pattern, '[erased]') : text);
};

const replyWrites = (rows: readonly StoredRow[], clean: (text: unknown) => unknown): Write[] =>
  rowsOf(rows, keys.reply)
    .filter(({ author }) => author === 'stakeholder')
    .filter(({ author_name, body }) => author_name !== '' || clean(body) !== body)
    .map(({ pk, sk, body }) => ({
      update: { pk, sk },
      set: { author_name: '', body: clean(body) },
      when: [['exists', 'pk']],
    }));

/** Files that the submitter attached; pictures of the page stay. */
const filesIn = ({ files }: Item): string[] =>
  Array.isArray(files) ? files.flatMap(({ key }: Item) => (typeof key === 'string' ? [key] : [])) : [];

/** The context row, which leads here, changes last. */
const eraseTexts = async (
  { table, storage }: Stores,
  erasure: Key,
  { ws, annotation }: { ws: string; annotation: string },
  actor: Actor,
): Promise<string | undefined> => {
  const rows = await table.queryAll({ partition: annotationPartition(ws, annotation), consistent: true });
  const note = rows.find(({ sk }) => sk === keys.annotation('', '').sk);
  const context = rows.find(({ sk }) => sk === keys.context('', '').sk);
  if (!context) return undefined;
  await touch(table, erasure, [note ? `${ws}/${note.site_id}` : ws]);
  const clean = without(context.email);
  const replies = replyWrites(rows, clean);
  for (let start = 0; start < replies.length; start += AT_ONCE) {
    await Promise.all(replies.slice(start, start + AT_ONCE).map((write) => table.tryTransact([write])));
  }
  const { identity: _, ...submitter } = (note?.submitter ?? {}) as Item;
  if (note?.submitter) {
    await table.tryTransact([
      {
        update: keys.annotation(ws, annotation),
        set: {
          submitter: { ...submitter, name: '', has_email: false },
          excerpt: clean(note.excerpt),
          updated_at: now(),
        },
        when: [['exists', 'pk']],
      },
    ]);
  }
  const site = note && textAt(note, 'site_id');
  await Promise.all(filesIn(context).map((key) => storage.remove(key)));
  const isBare = context.name === '' && context.email === null && context.files === undefined;
  if (isBare && context.person === undefined) return site;
  await table.tryTransact([
    {
      update: keys.context(ws, annotation),
      set: { name: '', email: null, body: clean(context.body) },
      remove: ['person', 'visitor', 'files'],
      when: [
        ['=', 'name', context.name],
        context.person === undefined ? ['absent', 'person'] : ['=', 'person', context.person],
      ],
    },
    auditEntry(ws, actor, 'annotation.anonymize', { annotation_id: annotation }),
  ]);
  return site;
};

/** Search forgets the name at once: the stream may be late. */
export const eraseSubmitter = async (
  stores: Stores,
  erasure: Key,
  note: { ws: string; annotation: string },
  actor: Actor,
): Promise<void> => {
  const site = await eraseTexts(stores, erasure, note, actor);
  if (site !== undefined) await indexNote(stores.table, { ws: note.ws, site }, note.annotation);
};
