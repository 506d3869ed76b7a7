import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { areas } from '../../functions/areas.ts';
import { Health, McpDiscovery } from '../../functions/discovery/schema.ts';
import { type Endpoint, endpoints } from './endpoints.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const FUNCTIONS = join(import.meta.dirname, '../../functions');
const REFERENCE = '#/components/schemas/';

/** Operations whose contract may have no shapes, because their bundle has no schema library. */
const SHAPES_APART: Record<string, z.ZodType> = { getHealth: Health, getMcpJson: McpDiscovery };

export const responseOf = ({ id, row }: Endpoint): z.ZodType | undefined => row.response ?? SHAPES_APART[id];

/** Files that may hold an area's wire shapes. Row schemas are separate, so that a bundle can import them alone. */
const SHAPE_FILES = ['schema.ts', 'upload-url.ts'];

/** The shapes that an area exports, by name. */
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

/** Drops what only repeats the dialect; answers may gain fields, so `additionalProperties` is dropped too. */
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

/** Each shape's schema, with references in place of nested named shapes. */
const schemasOf = (shapes: ReadonlyMap<string, z.ZodType>, io: 'input' | 'output'): Map<z.ZodType, JsonSchema> => {
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
    },
  });
  return new Map(
    [...shapes].flatMap(([id, shape]) => (schemas[id] ? [[shape, tidy(schemas[id], io) as JsonSchema] as const] : [])),
  );
};

const REFERENCE_PATTERN = /"\$ref":"#\/components\/schemas\/(\w+)"/g;

/** The names that a schema refers to. */
export const referencesIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(REFERENCE_PATTERN)].map(([, name]) => name ?? '');

export interface RowShapes {
  query?: JsonSchema;
  body?: JsonSchema;
  response?: JsonSchema;
}

export interface Shapes {
  rows: Map<string, RowShapes>;
  /** Schemas that the rows refer to, by name. */
  components: Record<string, JsonSchema>;
}

type ByShape = ReadonlyMap<z.ZodType, JsonSchema>;

/** Names whose sent and answered schemas differ, directly or through a nested shape. */
const twofoldNames = (
  named: ReadonlyMap<string, z.ZodType>,
  inputs: ByShape,
  outputs: ByShape,
  answeredNames: ReadonlySet<string>,
) => {
  const both = [...named].filter(([name]) => answeredNames.has(name));
  const differs = (shape: z.ZodType) => JSON.stringify(inputs.get(shape)) !== JSON.stringify(outputs.get(shape));
  const names = new Set(both.filter(([, shape]) => differs(shape)).map(([name]) => name));
  for (let before = -1; before < names.size; ) {
    before = names.size;
    for (const [name, shape] of both)
      if (referencesIn(inputs.get(shape) ?? {}).some((one) => names.has(one))) names.add(name);
  }
  return names;
};

/** All names reachable from `start` through `next`. */
const closure = (start: readonly string[], next: (name: string) => readonly string[]): Set<string> => {
  const open = [...start];
  const found = new Set<string>();
  for (let name = open.pop(); name; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...next(name));
  }
  return found;
};

/** Components that the rows' shapes refer to, directly or indirectly. */
export const reachable = (rows: readonly RowShapes[], components: Shapes['components']): Shapes['components'] => {
  const found = closure(referencesIn(rows), (name) => referencesIn(components[name] ?? {}));
  return Object.fromEntries(Object.entries(components).filter(([name]) => found.has(name)));
};

/**
 * All rows' shapes as JSON Schema 2020-12: requests as input, responses as output. A shape exported by schema.ts is
 * written once and referred to by its name; its input gets the suffix `Sent` if the output differs.
 */
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
  const inputs = schemasOf(sent, 'input');
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
  const twofold = twofoldNames(named, inputs, outputs, answeredNames);
  const asSent = (schema: JsonSchema): JsonSchema =>
    JSON.parse(
      JSON.stringify(schema).replaceAll(REFERENCE_PATTERN, (whole, name: string) =>
        twofold.has(name) ? `"$ref":"${REFERENCE}${name}Sent"` : whole,
      ),
    );

  const components: Record<string, JsonSchema> = {};
  const include = (schema: JsonSchema): JsonSchema => {
    for (const name of referencesIn(schema)) {
      if (name in components) continue;
      const sentShape = named.get(name) ?? named.get(name.replace(/Sent$/, ''));
      const found = answeredNames.has(name) ? outputOf(name) : asSent((sentShape && inputs.get(sentShape)) ?? {});
      components[name] = found;
      include(found);
    }
    return schema;
  };
  const used = (shape: z.ZodType, io: 'input' | 'output'): JsonSchema =>
    include(io === 'input' ? asSent(plain(shape, inputs)) : plain(shape, outputs));

  const rows = new Map<string, RowShapes>();
  for (const one of endpoints) {
    const response = responseOf(one);
    rows.set(one.id, {
      ...(one.row.query && { query: inputs.get(one.row.query) ?? {} }),
      ...(one.row.body && { body: used(one.row.body, 'input') }),
      ...(response && { response: used(response, 'output') }),
    });
  }
  const sorted = Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1));
  return { rows, components: Object.fromEntries(sorted) };
};
