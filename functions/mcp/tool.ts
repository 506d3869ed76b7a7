import type * as z from 'zod';
import type { McpScope } from '../kit/access/scopes.ts';
import type { Actor } from '../kit/actor.ts';
import type { Storage } from '../kit/files/storage.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { AskPerson, Question } from './ask-person.ts';
import type { ToolName } from './tool-names.ts';

export interface Clients {
  table: Table;
  storage: Storage;
}

export interface ToolCall extends Omit<Call, 'actor' | 'operation_id' | 'once'>, Clients {
  actor: Extract<Actor, { kind: 'mcp' }>;
}

/** No tool destroys anything: a person can undo each change. */
export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint?: false;
  idempotentHint?: true;
  /** True if a call can mail a visitor, who belongs to no one’s workspace. */
  openWorldHint: boolean;
}

/** Strangers' text is separate from trusted values, and fenced. */
export interface ToolAnswer {
  trusted: object;
  untrusted?: string;
  image?: { data: string; mimeType: string };
  /** For the person whose client this is, who is asked before the rest counts. */
  question?: Question;
}

export interface AgentTool<Shape extends z.ZodObject = z.ZodObject> {
  name: ToolName;
  description: string;
  input: Shape;
  hints: ToolHints;
  /** Asked of clients that signed in; those with the site's token have all. */
  scope: McpScope | ((args: z.output<Shape>) => McpScope);
  /** In bytes; 256 KB otherwise. */
  maxBody?: number;
  run: (call: ToolCall, args: z.output<Shape>, ask: AskPerson) => Promise<ToolAnswer>;
}

export const tool = <Shape extends z.ZodObject>(row: AgentTool<Shape>): AgentTool =>
  // The server parses the arguments with the row's own shape before `run` sees them.
  row as unknown as AgentTool;
