import { openStorage } from '../kit/files/storage.ts';
import { openTable } from '../kit/table/table.ts';
import { mcpEndpoint } from './endpoint.ts';
import { agentTools } from './tools.ts';

export const handler = mcpEndpoint({ table: openTable(), storage: openStorage() }, agentTools);
