import { readAuditTrail } from '../kit/audit/audit-trail.ts';
import type { Call } from '../kit/http/serve.ts';
import { timeOfId } from '../kit/ids.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';

/** The workspace's audit entries of one annotation. */
export const auditStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  /** The row that tells what an actor is called: a member's or a token's; undefined for everybody else. */
  const keyOf = (actor_id: string, actor_kind: string): Key | undefined => {
    if (actor_kind === 'session') return keys.member(workspace_id, actor_id);
    return actor_kind === 'token' ? keys.apiToken(workspace_id, actor_id.slice('token:'.length)) : undefined;
  };

  const namesOf = async (wanted: readonly Key[]): Promise<ReadonlyMap<string, string>> => {
    const rows = await table.getMany(wanted);
    return new Map(rows.map(({ sk, name }) => [sk, String(name)]));
  };

  return {
    /** Newest first, each with the name of who did it where they are still here. Whether the annotation is there is for the caller to ask. */
    list: async (annotation_id: string, asked: { limit: number; cursor?: string | undefined }) => {
      const page = await readAuditTrail(table, call, {
        ...asked,
        filter: { annotation_id },
        tests: [['=', 'target.annotation_id', annotation_id]],
        since: timeOfId(annotation_id),
      });
      const wanted = page.items.flatMap(({ actor_id, actor_kind }) => keyOf(actor_id, actor_kind) ?? []);
      const names = await namesOf([...new Map(wanted.map((key) => [key.sk, key])).values()]);
      return mapPage(page, (entry) => ({
        ...entry,
        actor_name: names.get(keyOf(entry.actor_id, entry.actor_kind)?.sk ?? '') || null,
      }));
    },
  };
};
