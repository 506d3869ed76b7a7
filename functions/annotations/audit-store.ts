import { readAuditTrail } from '../kit/audit/audit-trail.ts';
import type { Call } from '../kit/http/serve.ts';
import { timeOfId } from '../kit/ids.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import type { PageRequest } from '../kit/table/page.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';

export const auditStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const keyOf = (actor_id: string, actor_kind: string): Key | undefined => {
    if (actor_kind === 'session') return keys.member(workspace_id, actor_id);
    return actor_kind === 'token' ? keys.apiToken(workspace_id, actor_id.slice('token:'.length)) : undefined;
  };

  return {
    /** Does not check the annotation. */
    list: async (annotation_id: string, asked: PageRequest) => {
      const page = await readAuditTrail(table, call, {
        ...asked,
        filter: { annotation_id },
        tests: [['=', 'target.annotation_id', annotation_id]],
        since: timeOfId(annotation_id),
      });
      const wanted = page.items.flatMap(({ actor_id, actor_kind }) => keyOf(actor_id, actor_kind) ?? []);
      const rows = await table.getMany([...new Map(wanted.map((key) => [key.sk, key])).values()]);
      const names = new Map(rows.map(({ sk, name }) => [sk, typeof name === 'string' ? name : '']));
      return mapPage(page, (entry) => ({
        ...entry,
        actor_name: names.get(keyOf(entry.actor_id, entry.actor_kind)?.sk ?? '') || null,
      }));
    },
  };
};
