import { transactOnce } from '../kit/access/idempotency.ts';
import { personalWorkspaceOf } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { MINUTE } from '../kit/clock.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import { ExportRow, personExportRows, workspaceExportRows } from './schema.ts';

const PAUSE = 5 * MINUTE;

export const exportStore = (table: Table, call: Call) => {
  const user_id = call.actor.kind === 'session' ? call.actor.user_id : '';

  const ofCaller = () => personExportRows.find(table, [user_id]);
  const ofWorkspace = () => workspaceExportRows.find(table, [call.scope.workspace_id]);

  const owe = async (
    find: () => Promise<ExportRow | undefined>,
    key: Key,
    more: Item,
    audit: readonly Write[],
  ): Promise<ExportRow> => {
    const at = call.now;
    const row = { id: newId(), state: 'queued' as const, requested_by: user_id, created_at: at };
    const mayBegin: Test = [
      'any',
      [
        [['absent', 'pk']],
        [['=', 'state', 'failed']],
        [
          ['=', 'state', 'ready'],
          ['<=', 'created_at', at - PAUSE],
        ],
      ],
    ];
    const { replayed } = await transactOnce(table, call.once, { id: row.id }, [
      {
        put: { ...key, ...row, ...more, ...owed('export-data', key, at) },
        when: [mayBegin],
        else: () => conflict('export_pending'),
      },
      ...audit,
    ]);
    const first = replayed ? await find() : ExportRow.parse(row);
    if (!first) throw notFound();
    return first;
  };

  return {
    ofCaller: {
      owe: () =>
        owe(ofCaller, keys.personExport(user_id), {}, [
          auditEntry(personalWorkspaceOf(user_id), call.actor, 'account.export', {}, { isUse: false }),
        ]),
      find: ofCaller,
    },
    ofWorkspace: {
      owe: () => {
        const ws = call.scope.workspace_id;
        return owe(ofWorkspace, keys.workspaceExport(ws), { workspace_id: ws }, [
          auditEntry(ws, call.actor, 'workspace.export', {}),
        ]);
      },
      find: ofWorkspace,
    },
  };
};
