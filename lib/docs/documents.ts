import { clientTable } from './client-table.ts';
import { dataModel } from './data-model.ts';
import { endpointsPage } from './endpoints-page.ts';
import { enumsTable, limitsTable } from './limits.ts';
import { llms } from './llms.ts';
import { llmsFull } from './llms-full.ts';
import { mcpJson } from './mcp-json.ts';
import { openapi } from './openapi.ts';

const STATIC = 'functions/discovery/static';
const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** All generated files of the project: paths from the root, and texts. */
export const documents = async (): Promise<Map<string, string>> =>
  new Map([
    [`${STATIC}/openapi.json`, pretty(await openapi())],
    [`${STATIC}/mcp.json`, pretty(mcpJson())],
    [`${STATIC}/llms.txt`, llms()],
    [`${STATIC}/llms-full.txt`, await llmsFull()],
    ['docs/ENDPOINTS.md', endpointsPage()],
    ['docs/data-model.md', dataModel()],
    ['web/client/operations.generated.ts', clientTable()],
    ['web/dashboard/words/limits.generated.ts', limitsTable()],
    ['web/dashboard/words/enums.generated.ts', enumsTable()],
  ]);
