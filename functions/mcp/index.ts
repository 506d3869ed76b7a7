import { openStorage } from '../kit/storage.ts';
import { openTable } from '../kit/table.ts';
import { mcpEndpoint } from './endpoint.ts';
import { agentTools } from './tools.ts';

export const handler = mcpEndpoint({ table: openTable(), storage: openStorage() }, agentTools);
