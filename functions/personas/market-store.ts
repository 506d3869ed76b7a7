import { auditEntry } from '../kit/audit/audit-log.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { isId } from '../kit/ids.ts';
import { LIVE } from '../kit/table/expression.ts';
import { keys, partitions } from '../kit/table/keys.ts';
import { mapPage } from '../kit/table/page.ts';
import { readPage } from '../kit/table/paging.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import type { StoredCard } from './calibration-card.ts';
import { listingKeys } from './listing.ts';
import { MarketRow, type PersonaRow } from './schema.ts';

interface ListRequest {
  category: string | undefined;
  limit: number;
  cursor: string | undefined;
}

/** Public personas of all workspaces, and the owning workspace's changes to them. */
export const marketStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, persona_id: string): Write =>
    auditEntry(workspace_id, call.actor, action, { persona_id });

  return {
    /** One page, newest first, without personas of deleted workspaces, even if the index still lists them. */
    list: async ({ category, limit, cursor }: ListRequest) => {
      const index = category === undefined ? 'gsi1' : 'gsi2';
      const partition = category === undefined ? partitions.marketplace() : partitions.marketplaceCategory(category);
      const sortKey = `${index}sk`;
      const page = await readPage(table, {
        query: { index, partition, newestFirst: true },
        limit,
        cursor,
        binding: { route: 'marketplace', workspace_id: '', filter: { category } },
        position: (row) => String(row[sortKey]),
        startKey: (position) => ({
          ...keys.marketPersona(position.split('#')[0] ?? ''),
          [`${index}pk`]: partition,
          [sortKey]: position,
        }),
      });
      const places = mapPage(page, (row) => {
        const [id = '', owner = ''] = String(row[sortKey]).split('#');
        return { id, owner };
      });
      const owners = [...new Set(places.items.map(({ owner }) => owner))];
      const wanted = [
        ...places.items.map(({ id }) => keys.marketPersona(id)),
        ...owners.map((ws) => keys.workspace(ws)),
      ];
      const rows = wanted.length > 0 ? await table.getMany(wanted, { consistent: true }) : [];
      const byKey = new Map(rows.map((row) => [row.pk, row]));
      const isOpen = (row: Item | undefined) => row !== undefined && row.deleted_at === undefined;
      return mapPage(places, ({ id, owner }) => {
        const row = byKey.get(keys.marketPersona(id).pk);
        const isListed = row?.[`${index}pk`] === partition && isOpen(byKey.get(keys.workspace(owner).pk));
        return isListed ? MarketRow.parse(row) : undefined;
      });
    },

    /** A public persona, and the checks that must still hold when a copy of it is written. */
    getPublic: async (id: string): Promise<{ row: MarketRow; checks: Write[] }> => {
      const row = isId(id) ? await table.get(keys.marketPersona(id)) : undefined;
      if (!row || row.gsi1pk === undefined) throw notFound();
      const owner = String(row.workspace_id);
      const isPublic: Write = { check: keys.marketPersona(id), when: [['exists', 'gsi1pk']] };
      const isOpen: Write = {
        check: keys.workspace(owner),
        when: LIVE,
      };
      // A transaction names a row once, and counting the copy asks the caller's own workspace already.
      const checks = owner === workspace_id ? [isPublic] : [isPublic, isOpen];
      return { row: MarketRow.parse(row), checks };
    },

    /** The writes that publish a persona as it is now, or renew what is public of it. */
    publishing: (persona: PersonaRow, card: StoredCard | undefined): [Write[], MarketRow] => {
      const { id, name, title, category, description, evaluation_dimensions } = persona;
      const snapshot: MarketRow = {
        id,
        name,
        title,
        category,
        description,
        evaluation_dimensions,
        ...(card && { card: { n: card.n, figures: card.figures } }),
        published_at: persona.published_at ?? call.now,
        updated_at: call.now,
      };
      const writes: Write[] = [
        {
          update: keys.persona(workspace_id, id),
          set: { published_at: snapshot.published_at },
          when: [
            ['=', 'updated_at', persona.updated_at],
            ['absent', 'deleted_at'],
          ],
        },
        { put: { ...keys.marketPersona(id), ...listingKeys(workspace_id, snapshot), ...snapshot, workspace_id } },
        { put: { ...keys.publishedPersona(workspace_id, id), id, category } },
        { check: keys.workspace(workspace_id), when: [['absent', 'deleted_at']] },
        audited('persona.publish', id),
      ];
      return [writes, snapshot];
    },

    /** The writes that withdraw it; none where it is not public. */
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
