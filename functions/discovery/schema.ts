import * as z from 'zod';

/** For the documentation only; the handler answers from constants and files. */
export const Health = z.object({ status: z.literal('ok'), version: z.string() });

export const McpDiscovery = z.object({
  mcp_version: z.string(),
  endpoint: z.string().meta({ description: "Replace `{mcp_token}` with a site's MCP token" }),
  tools: z.array(z.object({ name: z.string(), auth: z.literal('mcp_token') })),
  discovery: z.string().meta({ description: 'URL of this document' }),
});

const texts = z.array(z.string());

export const ProtectedResource = z.object({
  resource: z.string(),
  resource_name: z.string(),
  resource_documentation: z.string(),
  authorization_servers: texts,
  scopes_supported: texts,
  bearer_methods_supported: texts,
});

export const AuthorizationServer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
  service_documentation: z.string(),
  scopes_supported: texts,
  response_types_supported: texts,
  response_modes_supported: texts,
  grant_types_supported: texts,
  code_challenge_methods_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  revocation_endpoint_auth_methods_supported: texts,
  client_id_metadata_document_supported: z.boolean(),
  authorization_response_iss_parameter_supported: z.boolean(),
});
