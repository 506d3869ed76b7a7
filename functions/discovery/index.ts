import { discovery } from './contract.ts';
import { getHealth } from './get-health.ts';
import { getLlmsFullTxt } from './get-llms-full-txt.ts';
import { getLlmsTxt } from './get-llms-txt.ts';
import { getMcpJson } from './get-mcp-json.ts';
import { getOpenapiJson } from './get-openapi-json.ts';
import { serveDocuments } from './serve-documents.ts';

/** Also the `$default` route: what no row matches is answered 404 here. */
export const handler = serveDocuments(discovery, { getHealth, getLlmsTxt, getLlmsFullTxt, getMcpJson, getOpenapiJson });
