import { areas } from '../../functions/areas.ts';
import { CODES } from '../../functions/codes/codes.ts';
import { BASE_URL_PLACEHOLDER } from '../../functions/discovery/documents.ts';
import { exampleOf } from '../../functions/examples.ts';
import { KEY } from '../../functions/kit/access/idempotency.ts';
import type { Credential } from '../../functions/kit/contract/contract.ts';
import { CREDENTIAL_FAULTS } from '../../functions/kit/errors.ts';
import { ULID } from '../../functions/kit/ids.ts';
import { lambdaOf } from '../../functions/lambdas.ts';
import { type Endpoint, endpoint, endpoints, pathVariables } from './endpoints.ts';
import { type JsonSchema, jsonShapes, type RowShapes } from './json-shapes.ts';
import {
  callersText,
  codeTable,
  ERRORS,
  errorStatuses,
  limitsText,
  readsWorkspaceHeader,
  roleText,
  successStatuses,
} from './statuses.ts';

type Json = Record<string, unknown>;

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const SCHEMES: Record<Credential, string> = {
  session: 'session',
  token: 'apiToken',
  widget: 'widgetToken',
  mcp: 'mcpToken',
};

const isOpaque = (variable: string) => !variable.endsWith('_id') || variable === 'loader_secret_id';

const pathParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: isOpaque(name) ? { type: 'string' } : { type: 'string', pattern: ULID.source },
});

const queryParameters = (query: JsonSchema | undefined) =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) => {
    const { description, ...rest } = typeof schema === 'object' ? schema : {};
    const isRequired = query?.required?.includes(name) ?? false;
    return { name, in: 'query', required: isRequired, ...(description && { description }), schema: rest };
  });

const PINS = endpoint('listPins').row.path;

const headerParameters = ({ row }: Endpoint) => [
  ...(readsWorkspaceHeader(row) ? [reference('parameters', 'Workspace')] : []),
  ...(row.by.includes('widget') ? [reference('parameters', 'Stakeholder'), reference('parameters', 'Notes')] : []),
  ...(row.path.startsWith(PINS) ? [reference('parameters', 'Member')] : []),
  ...(row.method === 'POST' ? [reference('parameters', 'IdempotencyKey')] : []),
  reference('parameters', 'RequestId'),
];

const answered = (one: Endpoint, shape: JsonSchema | undefined): Json => {
  const { row } = one;
  const headers = { 'x-request-id': reference('headers', 'RequestId') };
  const [status = 200] = successStatuses(one);
  const redirect = (description: string) => ({
    description,
    headers: { ...headers, location: reference('headers', 'Location') },
  });
  if (row.redirects === 307) return { [status]: redirect('Redirect that keeps method and body') };
  if (row.redirects) return { [status]: redirect('Redirect to the content') };
  const type = shape ? 'application/json' : (row.produces?.split(';')[0] ?? 'text/plain');
  const isText = type.startsWith('text/') || row.produces?.includes('charset');
  const bytes = { type: 'string', ...(!isText && { format: 'binary' }) };
  const schema = shape ?? (type === 'application/json' ? { type: 'object' } : bytes);
  return {
    [status]: { description: 'Success', headers, content: { [type]: { schema } } },
    ...(row.redirects_large && { '303': redirect('Redirect to a response over 4 MB, valid for 5 minutes') }),
  };
};

const NAMES = {
  user_id: '01K9ZX3V5T8QWERN6M2HJCDF4A',
  invitation_token: '<token of the invitation>',
  page_url: 'https://shop.example.com/',
  email: 'ida@example.com',
  oauth_request: '<request of the consent page>',
  widget_token: '<widget token of the page>',
};

const operation = (one: Endpoint, shapes: RowShapes): Json => {
  const { id, area, row } = one;
  const parameters = [
    ...pathVariables(row.path).map(pathParameter),
    ...queryParameters(shapes.query),
    ...headerParameters(one),
  ];
  const role = row.role ? `Minimum role: ${roleText(one)}. ` : '';
  const errors = errorStatuses(one).map((status) => [
    String(status),
    reference('responses', ERRORS[status]?.name ?? ''),
  ]);
  return {
    operationId: id,
    tags: [area],
    summary: row.summary,
    description: `${role}Credentials: ${callersText(one)}. Rate limit: ${limitsText(one)}.`,
    security: row.by.map((kind) => ({ [SCHEMES[kind]]: [] })),
    parameters,
    ...(shapes.body && {
      requestBody: {
        required: !row.body_optional,
        content: { 'application/json': { schema: shapes.body, example: exampleOf(id, NAMES) } },
      },
    }),
    responses: { ...answered(one, shapes.response), ...Object.fromEntries(errors) },
  };
};

const text = (description: string) => ({ type: 'string', description });

const CODE = reference('schemas', 'ErrorCode');
const VALUES = {
  type: 'object',
  description: 'The values in the text, for translations',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
};

const object = (required: string[], properties: Json): Json => ({ type: 'object', required, properties });

const PROBLEMS: Record<string, Json> = {
  ErrorCode: {
    type: 'string',
    description: `Names the refusal; its text may change, the code does not.\n\n${codeTable()}`,
    enum: Object.keys(CODES),
  },
  Problem: object(['detail', 'code'], {
    detail: text('The problem and how to fix it'),
    code: CODE,
    values: VALUES,
    reason: text('Machine-readable reason'),
    message: { type: 'string' },
    wallet_topup_url: { type: 'string' },
    daily_remaining: { type: 'integer' },
  }),
  ValidationProblem: object(['detail', 'code'], {
    detail: { type: 'array', items: reference('schemas', 'ValidationItem') },
    code: CODE,
  }),
  ValidationItem: object(['loc', 'msg', 'type', 'code'], {
    loc: {
      type: 'array',
      description: 'path, query, header or body, then the path of the field',
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    },
    msg: text('How to fix it'),
    type: { type: 'string' },
    code: CODE,
    values: VALUES,
  }),
};

const errorHeaders = (status: number): Json => ({
  'x-request-id': reference('headers', 'RequestId'),
  ...(status === 401 && { 'www-authenticate': reference('headers', 'Challenge') }),
  ...((status === 429 || status === 503) && { 'retry-after': reference('headers', 'RetryAfter') }),
});

const errorResponses = () =>
  Object.fromEntries(
    Object.entries(ERRORS).map(([status, { name, when }]) => [
      name,
      {
        description: when,
        headers: errorHeaders(Number(status)),
        content: {
          'application/json': { schema: reference('schemas', status === '422' ? 'ValidationProblem' : 'Problem') },
        },
      },
    ]),
  );

const header = (name: string, description: string, more: Json = {}) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...more },
});

const PARAMETERS = {
  Workspace: header(
    'X-SVC-Workspace',
    'The workspace of a session request; the personal one by default. API tokens belong to one workspace.',
    { pattern: ULID.source },
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Repeating a creation with the same key within 24 hours returns the first response',
    { pattern: KEY.source },
  ),
  RequestId: header(
    'X-Request-Id',
    'Your ID for the request, returned and recorded in our logs: up to 128 letters, digits and ._:/=+@-; others are replaced',
  ),
  Stakeholder: header('X-Sidenote-Stakeholder', "The token of a stakeholder's link"),
  Notes: header('X-Sidenote-Notes', 'Secrets of previously sent notes, separated by commas; at most 20'),
  Member: header('X-Sidenote-Member', "A member's token, from `createPageAccess`; only on pages of its origin"),
};

const HEADERS = {
  RequestId: { description: 'Identifies the request in our logs', schema: { type: 'string' } },
  Challenge: {
    description: `Bearer error="invalid_token"; error_description is one of: ${CREDENTIAL_FAULTS.join(', ')}. One that names a token: that kind is not valid there`,
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
  Location: { description: 'A URL valid for a few minutes', schema: { type: 'string' } },
};

const bearer = (bearerFormat: string, description: string) => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat,
  description,
});

const SECURITY = {
  apiToken: bearer('svat_…', 'An API token: MEMBER or GUEST in one workspace'),
  session: bearer('JWT', 'The ID token of a dashboard session; X-SVC-Workspace names the workspace'),
  widgetToken: bearer('svwt_…', "A site's widget token, contained in the loader"),
};

const usedBy = (users: unknown, kind: string, components: Json): Json => {
  const written = JSON.stringify(users);
  const isUsed = (name: string) =>
    kind === 'securitySchemes'
      ? written.includes(`{"${name}":[]}`)
      : written.includes(`"#/components/${kind}/${name}"`);
  return Object.fromEntries(Object.entries(components).filter(([name]) => isUsed(name)));
};

export const openapi = async (): Promise<Json> => {
  const shapes = await jsonShapes();
  const paths: Record<string, Json> = {};
  for (const one of endpoints) {
    const method = one.row.method.toLowerCase();
    paths[one.row.path] = { ...paths[one.row.path], [method]: operation(one, shapes.rows.get(one.id) ?? {}) };
  }
  const responses = usedBy(paths, 'responses', errorResponses());
  const answers = [paths, responses];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sidenote',
      version: '0.1.0',
      summary: 'Visitors leave notes on web pages; people and coding agents fix the problem and show proof',
      description: `/api/v1 is stable; other routes serve the dashboard and the widget. Agents start at ${BASE_URL_PLACEHOLDER}/llms.txt. Times are epoch milliseconds, as strings; IDs are ULIDs.`,
    },
    servers: [{ url: BASE_URL_PLACEHOLDER }],
    tags: areas.map(({ name }) => ({ name, description: lambdaOf(name).about })),
    paths,
    components: {
      securitySchemes: usedBy(paths, 'securitySchemes', SECURITY),
      parameters: usedBy(paths, 'parameters', PARAMETERS),
      headers: usedBy(answers, 'headers', HEADERS),
      responses,
      schemas: { ...PROBLEMS, ...shapes.components },
    },
  };
};

const CODE_ALONE = text('Names the refusal. /openapi.json lists all codes');

/** Everything that `start` refers to, and what that refers to. */
const reached = (start: unknown, schemas: Json): Json => {
  const found: Json = {};
  const follow = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name in found || !(name in schemas)) continue;
      found[name] = schemas[name];
      follow(schemas[name]);
    }
  };
  follow(start);
  return found;
};

/** The operations of one area with what they need, so that an agent can read it. */
export const partOf = (whole: Json, tag: string): Json => {
  const { paths, components, tags, ...rest } = whole as Record<string, Record<string, Json>>;
  const own = Object.fromEntries(
    Object.entries(paths ?? {}).flatMap(([path, methods]) => {
      const kept = Object.entries(methods).filter(([, one]) => (one as { tags: string[] }).tags.includes(tag));
      return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : [];
    }),
  );
  const { schemas = {}, responses = {}, ...others } = components ?? {};
  const answers = usedBy(own, 'responses', responses);
  return {
    ...rest,
    tags: (Object.values(tags ?? {}) as Json[]).filter(({ name }) => name === tag),
    paths: own,
    components: {
      ...Object.fromEntries(
        Object.entries(others).map(([kind, all]) => [kind, usedBy([own, answers], kind, all as Json)]),
      ),
      responses: answers,
      schemas: reached([own, answers], { ...schemas, ErrorCode: CODE_ALONE }),
    },
  };
};
