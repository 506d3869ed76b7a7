import { unprocessable } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { changes } from './contract.ts';
import { readChanges } from './read-changes.ts';
import { waitFor } from './wait.ts';

export const bindChanges = (table: Table, call: Call) => ({ ...call, table });

export const listChanges: Operations<ReturnType<typeof bindChanges>, typeof changes>['listChanges'] = async (
  ctx,
  { query: { wait, ...query } },
) => {
  if (wait > 0 && ctx.actor.kind === 'session') throw unprocessable(['query', 'wait'], 'wait_needs_token');
  const { limit } = query;
  return waitFor(ctx.table, ctx, {
    seconds: wait,
    first: await readChanges(ctx.table, ctx, query),
    look: ({ cursor }) => readChanges(ctx.table, ctx, { cursor, limit }),
    isWorth: ({ items }) => items.length > 0,
  });
};
