import { toolNames } from '../../functions/mcp/tool-names.ts';

export const toolsSection = (): string => `### Tools\n\n${toolNames.map((name) => `- ${name}`).join('\n')}`;
