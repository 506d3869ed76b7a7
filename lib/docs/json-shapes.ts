import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { areas } from '../../functions/areas.ts';
import { AuthorizationServer, Health, McpDiscovery, ProtectedResource } from '../../functions/discovery/schema.ts';
import { refusesUnknown } from '../../functions/kit/contract/contract.ts';
import { RegisteredClient } from '../../functions/oauth/schema.ts';
import { closure } from '../build/bundling/closure.ts';
import { type Endpoint, endpoints } from './endpoints.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const FUNCTIONS = join(import.meta.dirname, '../../functions');
const REFERENCE = '#/components/schemas/';

/** Their bundles have no schema library, so their contracts may have no shapes. */
const SHAPES_APART: Record<string, z.ZodType> = {
  getHealth: Health,
  getMcpJson: McpDiscovery,
  getProtectedResource: ProtectedResource,
  getProtectedResourceAtRoot: ProtectedResource,
  getAuthorizationServer: AuthorizationServer,
  registerClient: RegisteredClient,
};

export const responseOf = ({ id, row }: Endpoint): z.ZodType | undefined => row.response ?? SHAPES_APART[id];

const SHAPE_FILES = ['schema.ts', 'request-schema.ts', 'comparison-schema.ts', 'feedback-schema.ts', 'upload-url.ts'];

const namedShapes = async (): Promise<Map<string, z.ZodType>> => {
  const named = new Map<string, z.ZodType>();
  for (const file of areas.flatMap(({ name }) => SHAPE_FILES.map((shapes) => join(FUNCTIONS, name, shapes)))) {
    if (!existsSync(file)) continue;
    const exported: Record<string, unknown> = await import(file);
    for (const [key, shape] of Object.entries(exported)) {
      if (!(shape instanceof z.ZodType)) continue;
      const other = named.get(key);
      if (other && other !== shape) throw new Error(`Two areas export a shape called ${key}; rename one.`);
      named.set(key, shape);
    }
  }
  return named;
};

const NOISE = new Set(['$schema', '$id']);
const isBound = (key: string, value: unknown) =>
  /^(minimum|maximum)$/.test(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;

/** Answers may gain fields, so `additionalProperties` is dropped, with what only repeats the dialect. */
const tidy = (value: unknown, io: 'input' | 'output'): unknown => {
  if (Array.isArray(value)) return value.map((one) => tidy(one, io));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !NOISE.has(key) && !isBound(key, inner))
      .filter(([key, inner]) => !(io === 'output' && key === 'additionalProperties' && inner === false))
      .map(([key, inner]) => [key, tidy(inner, io)]),
  );
};

const schemasOf = (
  shapes: ReadonlyMap<string, z.ZodType>,
  io: 'input' | 'output',
  isStrict = false,
): Map<z.ZodType, JsonSchema> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of shapes) if (!registry.has(shape)) registry.add(shape, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => REFERENCE + id,
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      // zod omits the default of a number that arrives as text.
      if (_zod.def.type === 'default' && jsonSchema.type === 'integer')
        jsonSchema.default = _zod.def.defaultValue as number;
      if (isStrict && _zod.def.type === 'object') jsonSchema.additionalProperties = false;
    },
  });
  return new Map(
    [...shapes].flatMap(([id, shape]) => (schemas[id] ? [[shape, tidy(schemas[id], io) as JsonSchema] as const] : [])),
  );
};

const REFERENCE_PATTERN = /"\$ref":"#\/components\/schemas\/(\w+)"/g;

export const referencesIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(REFERENCE_PATTERN)].map(([, name]) => name ?? '');

export interface RowShapes {
  query?: JsonSchema;
  body?: JsonSchema;
  response?: JsonSchema;
}

export interface Shapes {
  rows: Map<string, RowShapes>;
  components: Record<string, JsonSchema>;
}

type ByShape = ReadonlyMap<z.ZodType, JsonSchema>;

export const reachable = (rows: readonly RowShapes[], components: Shapes['components']): Shapes['components'] => {
  const found = closure(referencesIn(rows), (name) => referencesIn(components[name] ?? {}));
  return Object.fromEntries(Object.entries(components).filter(([name]) => found.has(name)));
};

/** JSON Schema 2020-12. A named input gets the suffix `Sent` if its output differs. */
export const jsonShapes = async (): Promise<Shapes> => {
  const named = await namedShapes();
  const sent = new Map(named);
  const answered = new Map(named);
  for (const one of endpoints) {
    if (one.row.query) sent.set(`${one.id}.query`, one.row.query);
    if (one.row.body) sent.set(`${one.id}.body`, one.row.body);
    const response = responseOf(one);
    if (response) answered.set(`${one.id}.response`, response);
  }
  const openInputs = schemasOf(sent, 'input');
  const strictInputs = schemasOf(sent, 'input', true);
  const outputs = schemasOf(answered, 'output');
  const outputOf = (name: string): JsonSchema => {
    const shape = named.get(name);
    return (shape && outputs.get(shape)) ?? {};
  };
  const nameOf = new Map([...named].map(([name, shape]) => [shape, name]));
  const plain = (shape: z.ZodType, all: ByShape): JsonSchema => {
    const name = nameOf.get(shape);
    return name ? { $ref: REFERENCE + name } : (all.get(shape) ?? {});
  };

  const responses = endpoints.flatMap((one) => responseOf(one) ?? []).map((shape) => plain(shape, outputs));
  const answeredNames = closure(referencesIn(responses), (name) => referencesIn(outputOf(name)));
  const referencesOf = (shape: z.ZodType) => referencesIn(openInputs.get(shape) ?? {});
  const namesIn = (start: readonly string[]) => closure(start, (name) => referencesOf(named.get(name) as z.ZodType));
  const bodiesOf = (isStrict: boolean) =>
    endpoints.flatMap(({ row }) => (row.body && refusesUnknown(row).body === isStrict ? [row.body] : []));
  const strictNames = namesIn(referencesIn(bodiesOf(true).map((shape) => plain(shape, openInputs))));
  const openNames = namesIn(
    bodiesOf(false).flatMap((shape) => {
      const name = nameOf.get(shape);
      return name && !strictNames.has(name) ? [name] : referencesOf(shape);
    }),
  );
  const twice = [...openNames].filter((name) => strictNames.has(name));
  if (twice.length > 0) throw new Error(`Bodies that refuse and that ignore unknown fields share ${twice}.`);
  /** Without its name, if that is of the shape that refuses unknown fields. */
  const bodyOf = (shape: z.ZodType, isStrict: boolean): JsonSchema =>
    !isStrict && strictNames.has(nameOf.get(shape) ?? '')
      ? (openInputs.get(shape) ?? {})
      : plain(shape, isStrict ? strictInputs : openInputs);
  const inputOf = (name: string): JsonSchema => {
    const shape = named.get(name);
    return (shape && (openNames.has(name) ? openInputs : strictInputs).get(shape)) ?? {};
  };
  const differs = (name: string) =>
    answeredNames.has(name) && JSON.stringify(inputOf(name)) !== JSON.stringify(outputOf(name));
  const isTwofold = (name: string) =>
    answeredNames.has(name) && [...closure([name], (one) => referencesIn(inputOf(one)))].some(differs);
  const asSent = (schema: JsonSchema): JsonSchema =>
    JSON.parse(
      JSON.stringify(schema).replaceAll(REFERENCE_PATTERN, (whole, name: string) =>
        isTwofold(name) ? `"$ref":"${REFERENCE}${name}Sent"` : whole,
      ),
    );

  const rows = new Map(
    endpoints.map((one): [string, RowShapes] => {
      const { id, row } = one;
      const response = responseOf(one);
      return [
        id,
        {
          ...(row.query && { query: openInputs.get(row.query) ?? {} }),
          ...(row.body && { body: asSent(bodyOf(row.body, refusesUnknown(row).body)) }),
          ...(response && { response: plain(response, outputs) }),
        },
      ];
    }),
  );
  const componentOf = (name: string) =>
    answeredNames.has(name) ? outputOf(name) : asSent(inputOf(named.has(name) ? name : name.replace(/Sent$/, '')));
  const used = closure(referencesIn([...rows.values()]), (name) => referencesIn(componentOf(name)));
  return { rows, components: Object.fromEntries([...used].sort().map((name) => [name, componentOf(name)])) };
};
