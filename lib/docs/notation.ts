import type { JsonSchema } from './json-shapes.ts';

const literal = (value: unknown) => JSON.stringify(value);

const shown = (bound: number | undefined) =>
  bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? '' : bound;

const boundsOf = (schema: JsonSchema): string => {
  const parts = [
    ...[`${shown(schema.minimum)}..${shown(schema.maximum)}`].filter((range) => range !== '..'),
    ...(schema.minLength !== undefined || schema.maxLength !== undefined
      ? [`${schema.minLength ?? 0}..${schema.maxLength ?? ''} chars`]
      : []),
    ...(schema.minItems !== undefined || schema.maxItems !== undefined
      ? [`${schema.minItems ?? 0}..${schema.maxItems ?? ''} items`]
      : []),
  ];
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
};

const objectNotation = (schema: JsonSchema): string => {
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    return `${name}${isRequired ? '' : '?'}: ${notation(inner)}`;
  });
  if (fields.length > 0) return `{ ${fields.join(', ')} }`;
  return typeof schema.additionalProperties === 'object'
    ? `{ [name]: ${notation(schema.additionalProperties)} }`
    : '{}';
};

const typeNotation = (schema: JsonSchema): string => {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(notation).join(' | ');
  if (schema.allOf) return schema.allOf.map(notation).join(' & ');
  if (schema.type === 'array')
    return `[${typeof schema.items === 'object' ? notation(schema.items as JsonSchema) : 'any'}]${boundsOf(schema)}`;
  if (schema.type === 'object') return objectNotation(schema);
  if (schema.description === 'ULID') return 'ulid';
  if (schema.description?.startsWith('Epoch milliseconds, as a string')) return 'time';
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  return `${type}${boundsOf(schema)}`;
};

/** `{ id: ulid, status?: "pending" | "resolved", limit?: integer (1..200) = 50 }` */
export const notation = (schema: JsonSchema | boolean): string => {
  if (typeof schema === 'boolean') return 'any';
  const fallback = schema.default === undefined ? '' : ` = ${literal(schema.default)}`;
  return typeNotation(schema) + fallback;
};
