import { agentRules } from '../annotations/approval.ts';
import {
  type AnnotationRow,
  annotationRows,
  type ResolutionRow,
  resolutionRows,
  verificationRows,
} from '../annotations/rows.ts';
import { countResolution, evidenceFull, resolutionWrites } from '../annotations/thread.ts';
import { newVerification, oweVerification, verifiedUntil } from '../annotations/verification.ts';
import { tryTransactOnce, unlessReplayed } from '../kit/access/idempotency.ts';
import { isVisible } from '../kit/actor.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys } from '../kit/table/keys.ts';
import { allOf, isLive } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';

export const resolutionStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const rulesFor = (agent: string | undefined) => agentRules(call, { agent, resolves: true });

  const siteOfVisible = (annotation: Item | undefined): string => {
    if (isLive(annotation) && isVisible(call.scope, annotation.site_id)) return annotation.site_id;
    throw notFound();
  };

  return {
    siteOf: async (annotation_id: string): Promise<string> =>
      siteOfVisible(await table.get(keys.annotation(workspace_id, annotation_id))),

    /** Refused to an agent that may not resolve it now. */
    noteFor: async (annotation_id: string, agent: string | undefined): Promise<AnnotationRow> => {
      const row = await table.get(keys.annotation(workspace_id, annotation_id));
      siteOfVisible(row);
      const note = annotationRows.parse(row);
      await unlessReplayed(table, call.once, () => rulesFor(agent).check(note));
      return note;
    },

    list: async (annotation_id: string): Promise<ResolutionRow[]> => {
      const [annotation, { items }] = await Promise.all([
        table.get(keys.annotation(workspace_id, annotation_id), { consistent: false }),
        // A note holds less than one Query reads.
        table.query({
          ...allOf(keys.resolution, workspace_id, annotation_id),
        }),
      ]);
      siteOfVisible(annotation);
      return items.map(resolutionRows.parse);
    },

    /** Whether the note's element may be looked at again. */
    isDue: async (annotation_id: string): Promise<boolean> =>
      verifiedUntil(await verificationRows.find(table, [workspace_id, annotation_id]), call.now) === undefined,

    create: async (
      row: ResolutionRow,
      { note, isDue, agent }: { note: AnnotationRow; isDue: boolean; agent: string | undefined },
    ): Promise<ResolutionRow> => {
      const { id, annotation_id, site_id } = row;
      const rules = rulesFor(agent);
      const { set, add, fits } = countResolution(row);
      const writes: Write[] = [
        ...resolutionWrites(workspace_id, call.actor, row),
        {
          update: keys.annotation(workspace_id, annotation_id),
          set,
          add,
          when: [['=', 'site_id', site_id], ['absent', 'deleted_at'], ...rules.tests(note), ...fits],
        },
      ];
      const verify = oweVerification(workspace_id, newVerification({ id: annotation_id, site_id }, call.now));
      const write = (all: readonly Write[]) => tryTransactOnce(table, call.once, { id }, all);
      const first = await write(isDue ? [...writes, verify] : writes);
      // Another caller may have asked for the verification meanwhile.
      const { result, replayed, failed } = isDue && first.failed ? await write(writes) : first;
      if (failed) {
        const lately = await table.get(keys.annotation(workspace_id, annotation_id));
        if (!isLive(lately)) throw notFound();
        rules.check(annotationRows.parse(lately));
        throw evidenceFull();
      }
      if (!replayed) return row;
      return resolutionRows.get(table, [workspace_id, annotation_id, result.id]);
    },
  };
};
