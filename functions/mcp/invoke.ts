import type * as z from 'zod';
import { onceOf } from '../kit/access/idempotency.ts';
import { hasRole } from '../kit/actor.ts';
import type { Area, OperationOf } from '../kit/contract/contract.ts';
import { parseInput } from '../kit/contract/parse.ts';
import { insufficientRole } from '../kit/errors.ts';
import { given } from '../kit/given.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { ToolCall } from './tool.ts';

interface Arguments {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  idempotency_key?: string | undefined;
}

type Answered<A extends Area, Id extends keyof A['rows']> = A['rows'][Id] extends {
  response: infer S extends z.ZodType;
}
  ? z.output<S>
  : never;

const asQuery = (query: NonNullable<Arguments['query']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

export const callOf = (call: ToolCall, operation_id: string, once?: Call['once']): Call => ({
  ...call,
  once,
  operation_id,
});

/** The same row parses the input and presents the answer, so that no rule holds on one surface only. */
export const invokeIn =
  <A extends Area, Bound>(area: A, bind: (table: Table, call: Call) => Bound) =>
  async <Id extends keyof A['rows'] & string>(
    call: ToolCall,
    id: Id,
    operation: OperationOf<Bound, A, Id>,
    params: Record<string, string>,
    { query = {}, body, idempotency_key }: Arguments = {},
  ): Promise<Answered<A, Id>> => {
    const row = area.rows[id];
    if (!row?.response) throw new TypeError(`${area.name} has no row ${id} that answers JSON.`);
    const { member } = call.actor;
    // A client acts in the name of a person, whose role can change between two calls.
    if (member && row.role && row.role !== 'admin' && !hasRole(member.role, row.role)) throw insufficientRole();
    const text = body === undefined ? '' : JSON.stringify(body);
    const input = parseInput(row, { ...call.request, params, query: asQuery(query), body: text });
    const what = [id, ...Object.values(params)].join(' ');
    const headers = given({ 'idempotency-key': idempotency_key });
    const once = onceOf({ ...call, request: { ...call.request, headers } }, what, input.body);
    const context = bind(call.table, callOf(call, id, once));
    // `row` is the area's own row `id`, whose shapes Input and Answered spell out.
    return row.response.parse(await operation(context, input as Parameters<typeof operation>[1])) as Answered<A, Id>;
  };
