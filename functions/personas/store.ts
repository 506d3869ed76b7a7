import { readReplay, transactOnce } from '../kit/access/idempotency.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { below, LIVE } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { findNumberAt, textAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { CATALOG_VERSION } from './default-personas.ts';
import { isSameContent } from './persona.ts';
import { isTombstone, personaOf, personaReader } from './reader.ts';
import { isTooLarge, MAX_PERSONAS, type PersonaRow, personaRows } from './schema.ts';
import { markWithdrawn } from './withdrawn.ts';

const TRIES = 5;

type Writes<T> = [readonly Write[], T];

type Fields = Partial<Omit<PersonaRow, 'id' | 'slug'>>;

export const personaStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const workspace = { id: workspace_id, created_at: findNumberAt(call.rows.workspace ?? {}, 'created_at') ?? 0 };
  const keyOf = (id: string) => keys.persona(workspace_id, id);
  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

  const { defaults, storedRows, ofStored, ...reader } = personaReader(table, workspace);

  const find = async (id: string): Promise<{ row: PersonaRow; stored: Item | undefined } | undefined> => {
    const stored = await table.get(keyOf(id));
    if (stored) return isTombstone(stored) ? undefined : { row: ofStored(stored), stored };
    const row = defaults().get(id);
    return row && { row, stored };
  };

  const change = async <T>(
    id: string,
    writesFor: (row: PersonaRow, stored: Item | undefined) => Writes<T> | Promise<Writes<T>>,
  ) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await find(id);
      if (!found) throw notFound();
      const [writes, result] = await writesFor(found.row, found.stored);
      if (writes.length === 0 || (await table.tryTransact(writes))) return result;
    }
    throw notFound();
  };

  const get = async (id: string): Promise<PersonaRow> => {
    const found = await find(id);
    if (!found) throw notFound();
    return found.row;
  };

  return {
    ...reader,

    get,

    /** The persona that was created by the call that this one repeats. */
    getCreated: async (): Promise<PersonaRow> => {
      const first = await readReplay(table, call.once);
      if (!first) throw notFound();
      return get(textAt(first, 'id'));
    },

    /** `checks` must hold too. Returns the earlier id on a replay. */
    create: async (row: PersonaRow, action: string, checks: readonly Write[] = []): Promise<string> => {
      const count: Write = {
        update: keys.workspace(workspace_id),
        add: { persona_count: 1 },
        when: [...LIVE, below('persona_count', MAX_PERSONAS)],
        else: () => unprocessable(['body'], 'persona_limit', { max: MAX_PERSONAS }, 'too_many'),
      };
      const put: Write = { put: { ...keyOf(row.id), ...row }, when: [['absent', 'pk']] };
      const wanted = checks.map((check) => ({ ...check, else: notFound }));
      const writes = [count, put, ...wanted, audited(action, { persona_id: row.id })];
      return (await transactOnce(table, call.once, { id: row.id }, writes)).result.id;
    },

    patch: (id: string, fields: Fields): Promise<PersonaRow> =>
      change(id, (row, stored) => {
        const set = { ...fields, updated_at: call.now };
        const changed = { ...row, ...set };
        if (isTooLarge(changed)) throw unprocessable(['body'], 'persona_too_large', {}, 'too_big');
        const write: Write = stored
          ? { update: keyOf(id), set, when: LIVE }
          : { put: { ...keyOf(id), ...changed, catalogue_version: CATALOG_VERSION }, when: [['absent', 'pk']] };
        return [[write, audited('persona.patch', { persona_id: id, changed: Object.keys(fields) })], changed];
      }),

    /** A default leaves a mark until it is reset; a published one leaves the marketplace. */
    remove: (id: string): Promise<void> =>
      change(id, (row, stored) => {
        const audit = audited('persona.delete', { persona_id: id });
        if (row.slug !== null) {
          const mark = { id, slug: row.slug, catalogue_version: CATALOG_VERSION, deleted_at: call.now };
          const when: Write['when'] = [['any', [[['absent', 'pk']], [['absent', 'deleted_at']]]]];
          return [[{ put: { ...keyOf(id), ...mark }, when }, audit], undefined];
        }
        const isPublished = row.published_at !== undefined;
        const writes: Write[] = [
          {
            delete: keyOf(id),
            when: [
              ['exists', 'pk'],
              [isPublished ? 'exists' : 'absent', 'published_at'],
            ],
          },
          audit,
        ];
        // Defaults were never counted.
        if (stored?.slug === null) {
          writes.push({ update: keys.workspace(workspace_id), add: { persona_count: -1 }, when: [['exists', 'pk']] });
        }
        const ofMarket: Write[] = [
          { delete: keys.marketPersona(id) },
          { delete: keys.publishedPersona(workspace_id, id) },
          markWithdrawn(id, call.now),
        ];
        return [isPublished ? [...writes, ...ofMarket] : writes, undefined];
      }),

    reset: async (slug: string | undefined): Promise<number | undefined> => {
      const wanted = [...defaults().values()].filter((row) => slug === undefined || row.slug === slug);
      if (wanted.length === 0) return undefined;
      const ids = new Set(wanted.map(({ id }) => id));
      for (let tries = 0; tries < TRIES; tries += 1) {
        const rows = (await storedRows()).filter((row) => ids.has(personaOf(row)));
        const differs = (row: (typeof rows)[number]) => {
          const original = defaults().get(personaOf(row));
          return isTombstone(row) || !original || !isSameContent(personaRows.parse(row), original);
        };
        const reset_count = rows.filter(differs).length;
        if (rows.length === 0) return 0;
        const deletes = rows.map((row): Write => {
          const stamp = isTombstone(row) ? 'deleted_at' : 'updated_at';
          return { delete: row, when: [['=', stamp, row[stamp]]] };
        });
        const audit = audited('persona.reset', { slug: slug ?? null, reset_count });
        if (await table.tryTransact([...deletes, audit])) return reset_count;
      }
      return 0;
    },

    change,
  };
};
