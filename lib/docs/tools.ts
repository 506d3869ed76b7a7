import * as z from 'zod';
import { agentTools } from '../../functions/mcp/tools.ts';
import type { JsonSchema } from './json-shapes.ts';
import { notation } from './notation.ts';

const argumentsOf = (input: z.ZodType): string =>
  notation(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

/** The MCP tools with their arguments. */
export const toolsSection = (): string =>
  [
    '### Tools',
    ...agentTools.map(({ name, description, input }) => `- ${name} ${argumentsOf(input)}: ${description}`),
  ].join('\n');
