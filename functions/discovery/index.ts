import { discovery } from './contract.ts';
import { getHealth } from './get-health.ts';
import { getLlmsFullTxt } from './get-llms-full-txt.ts';
import { getLlmsTxt } from './get-llms-txt.ts';
import { getMcpJson } from './get-mcp-json.ts';
import { getOpenapiJson } from './get-openapi-json.ts';
import { serveDocuments } from './serve-documents.ts';

export const handler = serveDocuments(discovery, { getHealth, getLlmsTxt, getLlmsFullTxt, getMcpJson, getOpenapiJson });
