import type * as z from 'zod';
import type { Actor } from '../kit/actor.ts';
import type { Storage } from '../kit/files/storage.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { ToolName } from './tool-names.ts';

/** The clients that tools need. */
export interface Clients {
  table: Table;
  storage: Storage;
}

/** What a tool knows of its call: the site's own actor and scope, and the clients that the stores are bound to. */
export interface ToolCall extends Omit<Call, 'actor' | 'operation_id' | 'once'>, Clients {
  actor: Extract<Actor, { kind: 'mcp' }>;
}

/** What MCP clients show and ask by; a tool is neither destructive nor reaches beyond this service. */
export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint?: false;
  idempotentHint?: true;
  openWorldHint: false;
}

/** What a tool answers: what the server vouches for, as JSON, and apart from it what strangers wrote, which is fenced. */
export interface ToolAnswer {
  trusted: object;
  untrusted?: string;
}

/** One tool as data. */
export interface AgentTool<Shape extends z.ZodObject = z.ZodObject> {
  name: ToolName;
  description: string;
  input: Shape;
  hints: ToolHints;
  run: (call: ToolCall, args: z.output<Shape>) => Promise<ToolAnswer>;
}

/** Declares a tool; the arguments of `run` are typed out of its shape. */
export const tool = <Shape extends z.ZodObject>(row: AgentTool<Shape>): AgentTool =>
  // The SDK parses the arguments with the row's own shape before `run` sees them.
  row as unknown as AgentTool;
