import { isId } from '../kit/ids.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { allOf, requireIds } from '../kit/table/record.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { defaultPersonas } from './default-personas.ts';
import { inOrder, untouched } from './persona.ts';
import { type PersonaRow, personaRows } from './schema.ts';

/** Of a stored row, a tombstone too. */
export const personaOf = (row: Key): string => requireIds(keys.persona, row)[1];

export const isTombstone = (row: Item): boolean => row.deleted_at !== undefined;

/** The personas that a workspace has: defaults, unless it changed or deleted them, and its own. */
export const personaReader = (table: Table, workspace: { id: string; created_at: number }) => {
  const keyOf = (id: string): Key => keys.persona(workspace.id, id);

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

  const storedRows = () => table.queryAll({ ...allOf(keys.persona, workspace.id), consistent: true });

  /** A changed default whose slug has left the catalog is the workspace's own from then on. */
  const ofStored = (stored: Item): PersonaRow => {
    const row = personaRows.parse(stored);
    return defaults().has(row.id) ? row : { ...row, slug: null };
  };

  return {
    defaults,
    storedRows,
    ofStored,

    cataloged: (id: string): PersonaRow | undefined => defaults().get(id),

    list: async (category?: string): Promise<PersonaRow[]> => {
      const rows = await storedRows();
      const touched = new Set(rows.map(personaOf));
      const own = rows.filter((row) => !isTombstone(row)).map(ofStored);
      const all = [...[...defaults().values()].filter(({ id }) => !touched.has(id)), ...own];
      return all.filter((row) => category === undefined || row.category === category).sort(inOrder);
    },

    findMany: async (ids: readonly string[]): Promise<Map<string, PersonaRow>> => {
      const rows = await table.getMany(ids.filter(isId).map(keyOf), { consistent: true });
      const stored = new Map(rows.map((row) => [row.sk, row]));
      const standing = ids.flatMap((id): [string, PersonaRow][] => {
        const row = stored.get(keyOf(id).sk);
        if (row) return isTombstone(row) ? [] : [[id, ofStored(row)]];
        const original = defaults().get(id);
        return original ? [[id, original]] : [];
      });
      return new Map(standing);
    },
  };
};
