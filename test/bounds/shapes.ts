import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
}

const openapi = JSON.parse(readFileSync(join(__dirname, '../../functions/discovery/static/openapi.json'), 'utf8'));

interface Described {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
const operations = new Map(
  Object.values<Record<string, Described>>(openapi.paths)
    .flatMap((item) => Object.values(item))
    .map((one) => [one.operationId, one]),
);

const resolved = (schema: Schema): Schema =>
  schema.$ref ? openapi.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
const isText = ({ type }: Schema) => (Array.isArray(type) ? type.includes('string') : type === 'string');
const alternatives = ({ anyOf = [], oneOf = [], allOf = [] }: Schema) => [...anyOf, ...oneOf, ...allOf];

/** Whether a shape is a page that `serve` can end early. */
const isPage = ({ items, next_cursor }: Record<string, Schema>): boolean =>
  items !== undefined && next_cursor !== undefined && [next_cursor, ...alternatives(next_cursor)].some(isText);

/** Every list and record in a shape without its own bound, by its place; the items of a page are bounded. */
const openEnded = (given: Schema, place = ''): string[] => {
  const schema = resolved(given);
  const { properties = {}, additionalProperties: more, items, maxItems } = schema;
  return [
    ...alternatives(schema).flatMap((one) => openEnded(one, place)),
    ...Object.entries(properties).flatMap(([name, inner]) => {
      const found = openEnded(inner, place ? `${place}.${name}` : name);
      return name === 'items' && place === '' && isPage(properties) ? found.slice(1) : found;
    }),
    ...(more ? [`${place}{}`, ...(typeof more === 'object' ? openEnded(more, `${place}{}`) : [])] : []),
    ...(items ? [...(maxItems === undefined ? [`${place}[]`] : []), ...openEnded(items, `${place}[]`)] : []),
  ];
};

const jsonOf = (content: Record<string, { schema: Schema }> | undefined): Schema | undefined =>
  content?.['application/json']?.schema;

/** The unbounded parts of an operation's answer. */
export const collectionsOf = (id: string): string[] => {
  const schema = jsonOf(operations.get(id)?.responses['200']?.content);
  return schema ? [...new Set(openEnded(schema))] : [];
};

/** Texts of a request's body that state no limit. */
const unlimited = (given: Schema, place = ''): string[] => {
  const schema = resolved(given);
  const { type, maxLength, enum: choices, const: fixed, pattern, properties = {}, items } = schema;
  const isOpen = type === 'string' && maxLength === undefined && !choices && fixed === undefined && !pattern;
  return [
    ...(isOpen ? [place] : []),
    ...alternatives(schema).flatMap((one) => unlimited(one, place)),
    ...Object.entries(properties).flatMap(([name, inner]) => unlimited(inner, place ? `${place}.${name}` : name)),
    ...(items ? unlimited(items, `${place}[]`) : []),
  ];
};

export const unlimitedTextsOf = (id: string): string[] => {
  const schema = jsonOf(operations.get(id)?.requestBody?.content);
  return schema ? unlimited(schema) : [];
};

/**
 * The largest body that an operation's shape allows, every free text made of one sign. `base` fits the shape: texts of a
 * fixed form stay as they are there, and so does every place in `kept`. `share` scales the lengths.
 */
export const largestBody = (id: string, base: unknown, sign: string, share: number, kept: ReadonlySet<string>) => {
  const fill = (given: Schema, from: unknown, place: string): unknown => {
    if (kept.has(place)) return from;
    const schema = resolved(given);
    const either = alternatives(schema).find((one) => resolved(one).type !== 'null');
    if (either) return fill(either, from, place);
    const { type, properties, items, additionalProperties: more, enum: choices, pattern, format } = schema;
    if (type === 'object' && properties) {
      const given = (from ?? {}) as Record<string, unknown>;
      const named = Object.entries(properties).map(
        ([name, inner]) => [name, fill(inner, given[name], place ? `${place}.${name}` : name)] as const,
      );
      return Object.fromEntries(named.filter(([, value]) => value !== undefined));
    }
    if (type === 'object' && typeof more === 'object') {
      return Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`n${n}`, fill(more, undefined, `${place}{}`)]));
    }
    if (type === 'array' && items) {
      if (from !== undefined && resolved(items).type === 'string') return from;
      const one = Array.isArray(from) ? from[0] : undefined;
      const { id } = resolved(items).properties ?? {};
      const isIdentified = id !== undefined && resolved(id).pattern !== undefined;
      const all = Array.from({ length: schema.maxItems ?? 20 }, (_, n) => {
        const item = fill(items, one, `${place}[]`);
        if (isIdentified) return { ...(item as object), id: `n${n}` };
        const isNamed = typeof item === 'object' && item !== null && 'name' in item;
        return isNamed ? { ...item, name: `${n}${String(item.name).slice(4)}`.toWellFormed() } : item;
      });
      return all.some((item) => item === undefined) ? from : all;
    }
    if (type === 'integer' || type === 'number') return from ?? 1;
    if (type === 'boolean') return from ?? true;
    if (type !== 'string' || choices || pattern || format) return from ?? (choices ? choices[0] : undefined);
    const { maxLength = 200 } = schema;
    return `x${sign.repeat(Math.max(0, Math.floor((maxLength * share - 1) / sign.length)))}`;
  };
  const schema = jsonOf(operations.get(id)?.requestBody?.content);
  return schema ? fill(schema, base, '') : base;
};
