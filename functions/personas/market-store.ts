import * as z from 'zod';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { isId } from '../kit/ids.ts';
import { LIVE } from '../kit/table/expression.ts';
import { keys, partitions, places } from '../kit/table/keys.ts';
import { mapPage, type PageRequest, readPage } from '../kit/table/page.ts';
import { requireIdsOf, textAt } from '../kit/table/record.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { listingKeys } from './listing.ts';
import { MarketRow, type PersonaRow, StoredCard } from './schema.ts';

const Cards = z.record(z.string(), StoredCard);

export const cardStore = (table: Table, call: Call) => ({
  all: async (): Promise<ReadonlyMap<string, StoredCard>> => {
    const row = await table.get(keys.calibrationCards(call.scope.workspace_id), { consistent: false });
    return new Map(Object.entries(row ? Cards.parse(row.cards) : {}));
  },
});

export const marketStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, persona_id: string): Write =>
    auditEntry(workspace_id, call.actor, action, { persona_id });

  return {
    /** Without personas of deleted workspaces, even if the index still lists them. */
    list: async ({ category, limit, cursor }: PageRequest & { category?: string | undefined }) => {
      const index = category === undefined ? 'gsi1' : 'gsi2';
      const partition = category === undefined ? partitions.marketplace() : partitions.marketplaceCategory(category);
      const sortKey = `${index}sk`;
      const page = await readPage(table, {
        query: { index, partition, newestFirst: true },
        limit,
        cursor,
        binding: { route: 'marketplace', workspace_id: '', filter: { category } },
        position: (row) => textAt(row, sortKey),
        startKey: (position) => ({
          ...keys.marketPersona(requireIdsOf(places.marketplace, position)[0]),
          [`${index}pk`]: partition,
          [sortKey]: position,
        }),
      });
      const listed = mapPage(page, (row) => requireIdsOf(places.marketplace, textAt(row, sortKey)));
      const wanted = listed.items.flatMap(([id, owner]) => [keys.marketPersona(id), keys.workspace(owner)]);
      const rows = await table.getEach(wanted, { consistent: true });
      const found = new Map(listed.items.map(([id], at) => [id, rows.slice(at * 2, at * 2 + 2)]));
      return mapPage(listed, ([id]) => {
        const [row, workspace] = found.get(id) ?? [];
        const isListed = row?.[`${index}pk`] === partition && workspace && workspace.deleted_at === undefined;
        return isListed ? MarketRow.parse(row) : undefined;
      });
    },

    getPublic: async (id: string): Promise<{ row: MarketRow; checks: Write[] }> => {
      const stored = isId(id) ? await table.get(keys.marketPersona(id)) : undefined;
      if (!stored || stored.gsi1pk === undefined) throw notFound();
      const row = MarketRow.parse(stored);
      const owner = row.workspace_id;
      const isPublic: Write = { check: keys.marketPersona(id), when: [['exists', 'gsi1pk']] };
      const isOpen: Write = { check: keys.workspace(owner), when: LIVE };
      // A transaction names a row once, and counting the copy checks the caller's own workspace already.
      const checks = owner === workspace_id ? [isPublic] : [isPublic, isOpen];
      return { row, checks };
    },

    publishing: (persona: PersonaRow, card: StoredCard | undefined): [Write[], MarketRow] => {
      const { id, category } = persona;
      const snapshot = MarketRow.parse({
        ...persona,
        workspace_id,
        ...(card && { card }),
        published_at: persona.published_at ?? call.now,
        updated_at: call.now,
      });
      const writes: Write[] = [
        {
          update: keys.persona(workspace_id, id),
          set: { published_at: snapshot.published_at },
          when: [
            ['=', 'updated_at', persona.updated_at],
            ['absent', 'deleted_at'],
          ],
        },
        { put: { ...keys.marketPersona(id), ...listingKeys(workspace_id, snapshot), ...snapshot } },
        { put: { ...keys.publishedPersona(workspace_id, id), id, category } },
        { check: keys.workspace(workspace_id), when: [['absent', 'deleted_at']] },
        audited('persona.publish', id),
      ];
      return [writes, snapshot];
    },

    withdrawing: (persona: PersonaRow): [Write[], PersonaRow] => {
      const { published_at, ...row } = persona;
      if (published_at === undefined) return [[], persona];
      const writes: Write[] = [
        { update: keys.persona(workspace_id, row.id), remove: ['published_at'], when: [['exists', 'pk']] },
        { delete: keys.marketPersona(row.id) },
        { delete: keys.publishedPersona(workspace_id, row.id) },
        audited('persona.unpublish', row.id),
      ];
      return [writes, row];
    },
  };
};
