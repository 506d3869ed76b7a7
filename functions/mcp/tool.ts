import type * as z from 'zod';
import type { Call } from '../kit/serve.ts';
import type { Table } from '../kit/table.ts';

/** What a tool knows of its call: the site's own actor and scope, and the table that the stores are bound to. */
export interface ToolCall extends Omit<Call, 'operation_id' | 'once'> {
  table: Table;
}

export interface ToolHints {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** One tool as data. `run` answers blocks of text: first what the server vouches for, then what strangers wrote, fenced. */
export interface AgentTool<Shape extends z.ZodObject = z.ZodObject> {
  name: string;
  description: string;
  input: Shape;
  annotations: ToolHints;
  run: (call: ToolCall, args: z.output<Shape>) => Promise<string[]>;
}

/** Declares a tool; its arguments are typed out of its shape. */
export const tool = <Shape extends z.ZodObject>(row: AgentTool<Shape>): AgentTool =>
  // The SDK parses the arguments with the row's own shape before `run` sees them.
  row as unknown as AgentTool;
