import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { areas } from '../../functions/areas.ts';
import { exampleOf } from '../../functions/examples.ts';
import { type Row, refusesUnknown } from '../../functions/kit/contract/contract.ts';
import { readInput } from '../../functions/kit/contract/parse.ts';
import { unknownFields } from '../../functions/kit/contract/unknown-fields.ts';
import { newId } from '../../functions/kit/ids.ts';
import { nearestName } from '../../functions/kit/text/nearest.ts';
import { processorMs } from '../processor-time.ts';

/** "Not shown" or "free-form" in SPEC.md, or told to ignore by the standard (RFC 7591, 2). By hand, from the specification. */
const OPEN_BODIES = [
  'createSite',
  'patchSite',
  'createWorkspace',
  'patchWorkspace',
  'transferOwner',
  'createReview',
  'shareReview',
  'runWidgetPersonas',
  'registerClient',
];
/** By hand, from the tables of SPEC.md. */
const LISTED_QUERIES = [
  'listSites',
  'listAnnotations',
  'listWidgetAnnotations',
  'listReviews',
  'listWorkspaces',
  'exportPdf',
];

const rows: [string, Row][] = areas.flatMap((area) => Object.entries<Row>(area.rows));
const withBody = rows.filter(([, row]) => row.body);

const NAMES = {
  user_id: newId(),
  invitation_token: 'x',
  page_url: 'https://shop.example.com/',
  email: 'ida@example.com',
  oauth_request: 'x',
  widget_token: 'x',
};

const ask = (row: Row, { query = {}, body = '' }: { query?: Record<string, string>; body?: string }) => {
  const request = { id: 'x', route_key: '', headers: {}, params: {}, query, body, ip: '127.0.0.1', origin: undefined };
  return readInput(row, request);
};

const refusalOf = (act: () => unknown): { misfits: { loc: unknown[]; code: string }[] } | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return error as { misfits: { loc: unknown[]; code: string }[] };
  }
};

describe('every row', () => {
  test.each(withBody)('%s refuses or names an unknown field of its body', (id, row) => {
    expect(refusesUnknown(row).body).toBe(!OPEN_BODIES.includes(id));
    const body = JSON.stringify({ ...(exampleOf(id, NAMES) as object), zzqq: 1 });
    if (OPEN_BODIES.includes(id)) {
      expect(ask(row, { body }).ignored).toMatchObject([{ loc: ['body', 'zzqq'], code: 'unknown_fields' }]);
    } else {
      const refusal = refusalOf(() => ask(row, { body }));
      expect(refusal?.misfits).toContainEqual(
        expect.objectContaining({ loc: ['body', 'zzqq'], code: 'unknown_fields' }),
      );
    }
  });

  test.each(withBody)('%s takes the example of its body without a warning', (id, row) => {
    expect(ask(row, { body: JSON.stringify(exampleOf(id, NAMES) ?? {}) }).ignored).toEqual([]);
  });

  test.each(rows.filter(([, row]) => !row.body))('%s refuses or names an unknown query parameter', (id, row) => {
    const isRefused = row.by.length > 0 && (row.beyond_spec === true || LISTED_QUERIES.includes(id));
    expect(refusesUnknown(row).query).toBe(isRefused);
    const query = Object.fromEntries(Object.keys(row.query?.shape ?? {}).map((name) => [name, '1']));
    const codes = refusalOf(() => ask(row, { query: { ...query, zzqq: '1' } }))?.misfits.map(({ loc }) =>
      loc.join('.'),
    );
    if (isRefused) expect(codes).toContain('query.zzqq');
    else expect(codes ?? []).not.toContain('query.zzqq');
  });
});

interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

const openapi = JSON.parse(readFileSync(join(__dirname, '../../functions/discovery/static/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
};

const followed = (schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1);
  if (name) return followed(openapi.components.schemas[name] ?? {});
  const choice = schema.anyOf?.find(({ type }) => type !== 'null');
  return choice ? followed(choice) : schema;
};

/** Each object in a value, with its path and its schema. Free maps and lists of them have no fields to know. */
const objectsIn = (schema: Schema, value: unknown, path: (string | number)[] = []): [(string | number)[], Schema][] => {
  const { items, properties, ...rest } = followed(schema);
  if (Array.isArray(value)) return value.flatMap((one, at) => objectsIn(items ?? {}, one, [...path, at]));
  if (typeof value !== 'object' || value === null || typeof rest.additionalProperties === 'object') return [];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    objectsIn(properties?.[name] ?? {}, one, [...path, name]),
  );
  return [[path, { ...rest, ...(properties && { properties }) }], ...inner];
};

const withField = (value: unknown, [first, ...rest]: (string | number)[]): unknown => {
  if (first === undefined) return { ...(value as object), zzqq: 1 };
  if (Array.isArray(value)) return value.map((one, at) => (at === first ? withField(one, rest) : one));
  return { ...(value as object), [first]: withField((value as Record<string, unknown>)[first], rest) };
};

describe('openapi.json', () => {
  test.each(withBody)('says of each object in the body of %s whether it may have other fields', (id, row) => {
    const { schema } =
      openapi.paths[row.path]?.[row.method.toLowerCase()]?.requestBody.content['application/json'] ?? {};
    const example = exampleOf(id, NAMES) ?? {};
    const objects = objectsIn(schema ?? {}, example);
    expect(objects.length).toBeGreaterThan(0);
    for (const [path, { additionalProperties }] of objects) {
      const refusal = refusalOf(() => ask(row, { body: JSON.stringify(withField(example, path)) }));
      expect([id, path, additionalProperties === false]).toEqual([id, path, refusal !== undefined]);
    }
  });
});

describe('unknownFields', () => {
  const Shape = z.object({
    status: z.string().optional(),
    list: z.array(z.object({ name: z.string() })).nullish(),
    either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]).optional(),
    any: z.record(z.string(), z.unknown()).optional(),
  });
  const found = (value: unknown) => unknownFields([], Shape, value).map(({ loc, values }) => [loc.join('.'), values]);

  test('names the field that was probably meant', () => {
    expect(found({ statsu: 'resolved' })).toEqual([['statsu', { field: 'statsu', nearest: 'status' }]]);
    expect(found({ xyz: 1 })).toEqual([['xyz', { fields: 'xyz' }]]);
  });

  test('looks into lists and choices, and leaves maps alone', () => {
    expect(found({ list: [{ name: 'x', nmae: 1 }] })).toEqual([['list.0.nmae', { field: 'nmae', nearest: 'name' }]]);
    expect(found({ either: { a: '1' }, any: { whatever: 1 }, list: null })).toEqual([]);
    expect(found({ either: { c: '1' } })).toHaveLength(1);
  });

  test('compares no more names than it returns', async () => {
    const fields = Array.from({ length: 100_000 }, (_, at) => [`sttus_${at}`, 1]);
    const many = [Object.fromEntries(fields), { list: fields.map((field) => Object.fromEntries([field])) }];
    for (const value of many) {
      expect(await processorMs(() => expect(found(value)).toHaveLength(20))).toBeLessThan(3000);
    }
  });

  test('is bounded, and survives names of the prototype', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${'n'.repeat(1000)}${at}`, 1]));
    const all = unknownFields([], Shape, many);
    expect(all.length).toBeLessThanOrEqual(20);
    expect(JSON.stringify(all).length).toBeLessThan(10_000);
    expect(found(JSON.parse('{"__proto__": 1, "constructor": 2}'))).toHaveLength(2);
  });
});

test.each([
  ['statsu', 'status'],
  ['assignee', 'assignee_id'],
  ['Summary', 'summary'],
  ['dupe_of', 'duplicate_of'],
  ['author_nam', 'author_name'],
  ['q', undefined],
  ['', undefined],
])('the nearest name of %s is %s', (given, nearest) => {
  expect(nearestName(given, ['status', 'summary', 'assignee_id', 'duplicate_of', 'author', 'author_name'])).toBe(
    nearest,
  );
});
