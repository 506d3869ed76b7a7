import type { Random } from './random.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
}
export type Components = Record<string, Schema>;

const NASTY_TEXT = [
  '',
  ' ',
  '\u0000',
  '\r\nX-Injected: 1',
  '\u2028',
  '\u202egnp.exe',
  '\ud800',
  '💥'.repeat(50),
  "'; DROP TABLE notes; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '%00%2e%2e%2f',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '1e309',
  '99999999999999999999',
  'pending',
  'https://',
  'http://[::1',
  'http://a b',
  'a@b.example',
  'x'.repeat(5000),
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  'svst_0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
];
const NASTY_NUMBERS = [0, -0, -1, 1, 0.5, 1e21, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 8.64e15, 8.64e15 + 1];

export const nastyText = (random: Random) => random.pick(NASTY_TEXT);

/** Anything JSON can say. */
export const anything = (random: Random, depth = 0): unknown => {
  const kind = random.below(depth > 3 ? 5 : 8);
  if (kind < 2) return nastyText(random);
  if (kind === 2) return random.pick(NASTY_NUMBERS);
  if (kind === 3) return random.chance(0.5);
  if (kind === 4) return null;
  if (kind === 5) return Array.from({ length: random.below(5) }, () => anything(random, depth + 1));
  const names = ['__proto__', 'constructor', 'role', 'workspace_id', 'id', 'status', 'created_at', nastyText(random)];
  return JSON.parse(
    `{${names
      .slice(random.below(names.length))
      .map((name) => `${JSON.stringify(name)}:${JSON.stringify(anything(random, depth + 1)) ?? 'null'}`)
      .join(',')}}`,
  );
};

const text = (random: Random, { maxLength = 200 }: Schema): string => {
  const share = random.below(10);
  if (share < 5) return 'Some plain words'.slice(0, maxLength);
  if (share < 8) return nastyText(random);
  return 'y'.repeat(random.pick([maxLength - 1, maxLength, maxLength + 1, Math.min(maxLength * 4, 60_000)]));
};

const number = (random: Random, { minimum = -1000, maximum = 1000 }: Schema): number =>
  random.chance(0.7)
    ? Math.floor(minimum + random.below(Math.max(1, Math.min(maximum - minimum + 1, 1e9))))
    : random.pick([...NASTY_NUMBERS, minimum - 1, maximum + 1]);

/** A value that mostly fits a schema, and now and then does not. */
export const fuzzed = (random: Random, components: Components, schema: Schema, depth = 0): unknown => {
  if (random.chance(0.04)) return anything(random, depth);
  if (schema.$ref) return fuzzed(random, components, components[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fuzzed(random, components, random.pick(either), depth);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === 'object') {
    const wanted = Object.entries(schema.properties ?? {}).filter(
      ([name]) => schema.required?.includes(name) || random.chance(0.5),
    );
    const kept = wanted.filter(() => !random.chance(0.03));
    const extra = random.chance(0.1) ? [[nastyText(random), anything(random, 3)] as const] : [];
    const free = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
    const named = free
      ? Array.from(
          { length: random.below(4) },
          (_, index) => [`data-${index}${random.chance(0.2) ? nastyText(random) : ''}`, free] as const,
        )
      : [];
    return Object.fromEntries([
      ...[...kept, ...named].map(([name, inner]) => [name, fuzzed(random, components, inner, depth + 1)]),
      ...extra,
    ]);
  }
  if (type === 'array') {
    const length = random.chance(0.1) ? (schema.maxItems ?? 20) + 1 : random.below(3);
    return Array.from({ length }, () => fuzzed(random, components, schema.items ?? {}, depth + 1));
  }
  if (type === 'integer' || type === 'number') return number(random, schema);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  return text(random, schema);
};
