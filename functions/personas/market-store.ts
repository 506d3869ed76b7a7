import { auditEntry } from '../kit/audit/audit-log.ts';
import type { Call } from '../kit/http/serve.ts';
import { isId } from '../kit/ids.ts';
import { LIVE } from '../kit/table/expression.ts';
import { keys, partitions, places } from '../kit/table/keys.ts';
import { mapPage, type PageRequest, readPage } from '../kit/table/page.ts';
import { requireIdsOf, textAt } from '../kit/table/record.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { listingKeys } from './listing.ts';
import { cardRows, type MarketRow, MarketSnapshot, marketRows, type PersonaRow, type StoredCard } from './schema.ts';
import { markWithdrawn, readWithdrawn } from './withdrawn.ts';

export const cardStore = (table: Table, call: Call) => ({
  all: async (): Promise<ReadonlyMap<string, StoredCard>> => {
    const row = await cardRows.find(table, [call.scope.workspace_id], { consistent: false });
    return new Map(Object.entries(row?.cards ?? {}));
  },
});

export const marketStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, persona_id: string): Write =>
    auditEntry(workspace_id, call.actor, action, { persona_id });

  return {
    /** Without withdrawn personas and those of deleted workspaces, even if the index still lists them. */
    list: async ({ category, limit, cursor }: PageRequest & { category?: string | undefined }) => {
      const index = category === undefined ? 'gsi1' : 'gsi2';
      const partition = category === undefined ? partitions.marketplace() : partitions.marketplaceCategory(category);
      const sortKey = `${index}sk`;
      const reading = readPage(table, {
        query: { index, partition, newestFirst: true },
        limit,
        cursor,
        binding: { route: 'marketplace', workspace_id: '', filter: { category } },
        position: (row) => textAt(row, sortKey),
        startKey: (position) => ({
          ...keys.marketPersona(requireIdsOf(places.marketplace, position)[1]),
          [`${index}pk`]: partition,
          [sortKey]: position,
        }),
      });
      const [page, isWithdrawn] = await Promise.all([reading, readWithdrawn(table, call.now)]);
      const listed = mapPage(page, (row) => {
        const persona = marketRows.parse(row);
        return isWithdrawn(persona) ? undefined : persona;
      });
      const owners = [...new Set(listed.items.map((row) => row.workspace_id))];
      const workspaces = await table.getEach(owners.map(keys.workspace), { consistent: false });
      const open = new Set(owners.filter((_, at) => workspaces[at] && workspaces[at].deleted_at === undefined));
      return mapPage(listed, (row) => (open.has(row.workspace_id) ? row : undefined));
    },

    findPublic: async (id: string): Promise<{ row: MarketRow; checks: Write[] } | undefined> => {
      const stored = isId(id) ? await table.get(keys.marketPersona(id)) : undefined;
      if (!stored || stored.gsi1pk === undefined) return undefined;
      const row = marketRows.parse(stored);
      const owner = row.workspace_id;
      const isPublic: Write = { check: keys.marketPersona(id), when: [['exists', 'gsi1pk']] };
      const isOpen: Write = { check: keys.workspace(owner), when: LIVE };
      // A transaction names a row once, and counting the copy checks the caller's own workspace already.
      const checks = owner === workspace_id ? [isPublic] : [isPublic, isOpen];
      return { row, checks };
    },

    publishing: (persona: PersonaRow, card: StoredCard | undefined): [Write[], MarketRow] => {
      const { id, category } = persona;
      const published_at = persona.published_at ?? call.now;
      const snapshot = MarketSnapshot.parse({ ...persona, workspace_id, published_at, updated_at: call.now });
      const row = { snapshot, ...(card && { card }) };
      const writes: Write[] = [
        {
          update: keys.persona(workspace_id, id),
          set: { published_at },
          when: [
            ['=', 'updated_at', persona.updated_at],
            ['absent', 'deleted_at'],
          ],
        },
        { put: { ...keys.marketPersona(id), ...listingKeys(workspace_id, snapshot), workspace_id, ...row } },
        { put: { ...keys.publishedPersona(workspace_id, id), id, category, published_at } },
        { check: keys.workspace(workspace_id), when: [['absent', 'deleted_at']] },
        audited('persona.publish', id),
      ];
      return [writes, marketRows.parse(row)];
    },

    withdrawing: (persona: PersonaRow): [Write[], PersonaRow] => {
      const { published_at, ...row } = persona;
      if (published_at === undefined) return [[], persona];
      const writes: Write[] = [
        { update: keys.persona(workspace_id, row.id), remove: ['published_at'], when: [['exists', 'pk']] },
        { delete: keys.marketPersona(row.id) },
        { delete: keys.publishedPersona(workspace_id, row.id) },
        markWithdrawn(row.id, call.now),
        audited('persona.unpublish', row.id),
      ];
      return [writes, row];
    },
  };
};
