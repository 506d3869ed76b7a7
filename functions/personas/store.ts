import { transactOnce } from '../kit/access/idempotency.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { isId } from '../kit/ids.ts';
import { below, LIVE } from '../kit/table/expression.ts';
import { keys, workspacePartition } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { tryTransact } from '../kit/table/try-transact.ts';
import { CATALOGUE_VERSION, defaultPersonas } from './default-personas.ts';
import { inOrder, isSameContent, untouched } from './persona.ts';
import { isTooLarge, MAX_PERSONAS, PersonaRow } from './schema.ts';

const TRIES = 5;

/** The writes of a change, and what it gives. */
type Writes<T> = [readonly Write[], T];

type Fields = Partial<Omit<PersonaRow, 'id' | 'slug'>>;

const isTombstone = (row: Item) => row.deleted_at !== undefined;

/** The personas of the caller's workspace: the catalogue, with what the workspace changed or deleted, and its own. */
export const personaStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const workspace = { id: workspace_id, created_at: Number(call.rows.workspace?.created_at ?? 0) };
  const keyOf = (id: string) => keys.persona(workspace_id, id);
  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

  let known: ReadonlyMap<string, PersonaRow> | undefined;
  const defaults = (): ReadonlyMap<string, PersonaRow> => {
    known ??= new Map(
      defaultPersonas().map((persona) => {
        const row = untouched(workspace, persona);
        return [row.id, row];
      }),
    );
    return known;
  };

  const storedRows = async (): Promise<Item[]> => {
    const rows: Item[] = [];
    let after: Item | undefined;
    do {
      const page = await table.query({
        partition: workspacePartition(workspace_id),
        sort: ['begins_with', keyOf('').sk],
        consistent: true,
        after,
      });
      rows.push(...page.items);
      after = page.last;
    } while (after);
    return rows;
  };

  /** What stands for a persona, and whether a row of the workspace's own does. */
  const find = async (id: string): Promise<{ row: PersonaRow; isStored: boolean } | undefined> => {
    const stored = await table.get(keyOf(id));
    if (stored) return isTombstone(stored) ? undefined : { row: PersonaRow.parse(stored), isStored: true };
    const row = defaults().get(id);
    return row && { row, isStored: false };
  };

  /** Reads, and writes what follows from it; again where somebody else came in between. */
  const change = async <T>(
    id: string,
    writesFor: (row: PersonaRow, isStored: boolean) => Writes<T> | Promise<Writes<T>>,
  ) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await find(id);
      if (!found) throw notFound();
      const [writes, result] = await writesFor(found.row, found.isStored);
      if (writes.length === 0 || (await tryTransact(table, writes))) return result;
    }
    throw notFound();
  };

  return {
    /** The default of that id as the catalogue has it. */
    catalogued: (id: string): PersonaRow | undefined => defaults().get(id),

    /** All of them, in the order of the lists. */
    list: async (category?: string): Promise<PersonaRow[]> => {
      const rows = await storedRows();
      const touched = new Set(rows.map((row) => String(row.id)));
      const own = rows.filter((row) => !isTombstone(row)).map((row) => PersonaRow.parse(row));
      const all = [...[...defaults().values()].filter(({ id }) => !touched.has(id)), ...own];
      return all.filter((row) => category === undefined || row.category === category).sort(inOrder);
    },

    get: async (id: string): Promise<PersonaRow> => {
      const found = await find(id);
      if (!found) throw notFound();
      return found.row;
    },

    /** Those of at most 100 different ids that there are, in their order; one batch read. */
    findMany: async (ids: readonly string[]): Promise<Map<string, PersonaRow>> => {
      const rows = await table.getMany(ids.filter(isId).map(keyOf), { consistent: true });
      const stored = new Map(rows.map((row) => [row.sk, row]));
      const standing = ids.flatMap((id): [string, PersonaRow][] => {
        const row = stored.get(keyOf(id).sk);
        if (row) return isTombstone(row) ? [] : [[id, PersonaRow.parse(row)]];
        const original = defaults().get(id);
        return original ? [[id, original]] : [];
      });
      return new Map(standing);
    },

    /** Writes a persona of the workspace's own; `checks` must hold too. Gives the id that stands: an earlier one on a replay. */
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
      change(id, (row, isStored) => {
        const set = { ...fields, updated_at: call.now };
        const changed = { ...row, ...set };
        if (isTooLarge(changed)) throw unprocessable(['body'], 'persona_too_large', {}, 'too_big');
        const write: Write = isStored
          ? {
              update: keyOf(id),
              set,
              when: LIVE,
            }
          : { put: { ...keyOf(id), ...changed, catalogue_version: CATALOGUE_VERSION }, when: [['absent', 'pk']] };
        return [[write, audited('persona.patch', { persona_id: id, changed: Object.keys(fields) })], changed];
      }),

    /** A default leaves a mark, so that it stays away until it is reset; a published one leaves the marketplace. */
    remove: (id: string): Promise<void> =>
      change(id, (row) => {
        const audit = audited('persona.delete', { persona_id: id });
        if (row.slug !== null) {
          const mark = { id, slug: row.slug, catalogue_version: CATALOGUE_VERSION, deleted_at: call.now };
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
          { update: keys.workspace(workspace_id), add: { persona_count: -1 }, when: [['exists', 'pk']] },
          audit,
        ];
        const ofMarket: Write[] = [
          { delete: keys.marketPersona(id) },
          { delete: keys.publishedPersona(workspace_id, id) },
        ];
        return [isPublished ? [...writes, ...ofMarket] : writes, undefined];
      }),

    /** Brings one default back, or all; how many differed. Undefined where no default has that slug. */
    reset: async (slug: string | undefined): Promise<number | undefined> => {
      const wanted = [...defaults().values()].filter((row) => slug === undefined || row.slug === slug);
      if (wanted.length === 0) return undefined;
      const ids = new Set(wanted.map(({ id }) => id));
      for (let tries = 0; tries < TRIES; tries += 1) {
        const rows = (await storedRows()).filter((row) => ids.has(String(row.id)));
        const differs = (row: Item) => {
          const original = defaults().get(String(row.id));
          return isTombstone(row) || !original || !isSameContent(PersonaRow.parse(row), original);
        };
        const reset_count = rows.filter(differs).length;
        if (rows.length === 0) return 0;
        const deletes = rows.map((row): Write => {
          const stamp = isTombstone(row) ? 'deleted_at' : 'updated_at';
          return { delete: keyOf(String(row.id)), when: [['=', stamp, row[stamp]]] };
        });
        const audit = audited('persona.reset', { slug: slug ?? null, reset_count });
        if (await tryTransact(table, [...deletes, audit])) return reset_count;
      }
      return 0;
    },

    /** For the marketplace, which changes the persona's row together with its own. */
    change,
  };
};
