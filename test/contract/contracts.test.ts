import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { areas } from '../../functions/areas.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import { documents } from '../../lib/docs/documents.ts';
import { endpoints, isStable, kebabCase } from '../../lib/docs/endpoints.ts';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sources = readdirSync(join(ROOT, 'functions'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const cases = endpoints.map((one) => ({ ...one, name: `${one.row.method} ${one.row.path}` }));

const twice = (list: readonly string[]) => list.filter((one, index) => list.indexOf(one) !== index);

describe('the contracts', () => {
  test('have no two rows with the same method and path, regardless of variable names', () => {
    expect(twice(cases.map(({ name }) => name.replaceAll(/\{\w+\}/g, '{}')))).toEqual([]);
  });

  test('have no two rows with the same operationId', () => {
    expect(twice(endpoints.map(({ id }) => id))).toEqual([]);
  });

  test('name each area after its folder', () => {
    expect(
      areas.map(({ name }) => name).filter((name) => !existsSync(join(ROOT, 'functions', name, 'contract.ts'))),
    ).toEqual([]);
  });

  test('contain each path only once under functions/', () => {
    const texts = sources.map((path) => read(join('functions', path)));
    const timesWritten = (path: string) => {
      const written = new RegExp(`['"\`](?:[A-Z]+ )?${path.replaceAll(/[.{}]/g, '\\$&')}['"\`]`, 'g');
      return texts.reduce((sum, text) => sum + [...text.matchAll(written)].length, 0);
    };
    const paths = [...new Set(endpoints.map(({ row }) => row.path))];
    const rowsOf = (path: string) => endpoints.filter(({ row }) => row.path === path).length;
    expect(paths.filter((path) => timesWritten(path) < 1 || timesWritten(path) > rowsOf(path))).toEqual([]);
  });

  test('have a purge path for every key', () => {
    expect(Object.entries(keys).filter(([, { purge }]) => !purge)).toEqual([]);
  });

  test('are documented with schemas that exist', () => {
    const named = [...read('docs/data-model.md').matchAll(/` \|(?: [a-z ]+ \|)? `(\w+)` \| [^|]+ \|$/gm)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(25);
    const texts = sources.map((path) => read(join('functions', path)));
    expect(named.filter((name) => !texts.some((text) => text.includes(`const ${name} = `)))).toEqual([]);
  });

  test('document each record that is bound to a schema with that schema', () => {
    const bound = sources.flatMap((path) => [
      ...read(join('functions', path)).matchAll(/const (\w+) = rowsAs\(keys\.(\w+)/g),
    ]);
    expect(bound.length).toBeGreaterThan(10);
    const model = read('docs/data-model.md').split('\n');
    const isDocumented = (rows = '', record = '') =>
      model.some((line) => line.startsWith(`| ${record} |`) && line.includes(`| \`${rows}\` |`));
    expect(bound.filter(([, rows, record]) => !isDocumented(rows, record)).map(([text]) => text)).toEqual([]);
  });

  test('have no two kinds of key that could name the same row', () => {
    const shapes = [...Object.entries(keys), ...Object.entries(scratchKeys)].map(([name, key]) => {
      const { pk, sk } = (key as (...ids: string[]) => { pk: string; sk: string })('a', 'b', 'c', 'd');
      return { name, shape: `${pk} ${sk}` };
    });
    expect(twice(shapes.map(({ shape }) => shape))).toEqual([]);
  });
});

describe.each(cases)('$name', ({ id, area, row, file }) => {
  test('has only literal segments and whole-segment variables', () => {
    expect(row.path).toMatch(/^(\/([\w.-]+|\{[a-z_]+\}))+$/);
  });

  test('has a one-line summary', () => {
    expect(row.summary).toMatch(/^[A-Z][^\n]{3,99}[^.\s]$/);
  });

  test("has its operation in the file of the same name or in the area's operations", () => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    const places = [`${kebabCase(id)}.ts`, `api/${kebabCase(id)}.ts`, 'operations.ts'];
    if (row.same_as) expect(areas.find(({ name }) => name === area)?.rows).toHaveProperty(row.same_as);
    else expect(places.map((place) => `functions/${area}/${place}`)).toContain(file);
    expect(read(file)).toMatch(
      new RegExp(`^(?:export (?:const|function|async function)| ) ${row.same_as ?? id}\\b`, 'm'),
    );
  });

  test('accepts no token if only sessions may call', () => {
    if (row.role === 'OWNER' && row.by.length === 1) expect(row.by).toEqual(['session']);
    if (row.role === 'admin' || row.scope === 'user' || row.scope === 'path') expect(row.by).toEqual(['session']);
    if (row.by.length === 0) expect(row.role).toBe(null);
  });

  test('forbids caching of responses to credentials', () => {
    if (row.cached_seconds !== undefined) expect([row.method, row.by]).toEqual(['GET', []]);
  });

  test('has a response shape or a media type', () => {
    expect(Boolean(row.response) !== Boolean(row.produces)).toBe(true);
  });
});

describe('the generated documents', () => {
  test('match the contracts; run `npm run docs` after a change', async () => {
    const stale = [...(await documents())].filter(
      ([path, text]) => !existsSync(join(ROOT, path)) || read(path) !== text,
    );
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  test.each(endpoints.filter(isStable))('llms.txt and llms-full.txt mention $id', ({ row }) => {
    for (const name of ['llms.txt', 'llms-full.txt']) {
      expect(read(`functions/discovery/static/${name}`)).toContain(`${row.method} ${row.path}`);
    }
  });

  test('llms-full.txt has a section for each stable row', () => {
    const text = read('functions/discovery/static/llms-full.txt');
    expect(endpoints.filter(isStable).filter(({ row }) => !text.includes(`### ${row.method} ${row.path}\n`))).toEqual(
      [],
    );
  });

  test('openapi.json describes every row with its common errors', () => {
    const { paths, info } = JSON.parse(read('functions/discovery/static/openapi.json'));
    expect(info.version).toBe('0.1.0');
    for (const { id, row } of endpoints) {
      const operation = paths[row.path][row.method.toLowerCase()];
      const readsWorkspace = JSON.stringify(operation.parameters).includes('/parameters/Workspace"');
      expect(operation.operationId).toBe(id);
      expect(operation.security).toHaveLength(row.by.length);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining([
          ...(row.body ? ['413'] : []),
          ...(row.query ? ['414'] : []),
          // An empty X-SVC-Workspace.
          ...(readsWorkspace ? ['422'] : []),
          ...['429', '500'],
          ...(row.by.length > 0 ? ['401', '403'] : []),
        ]),
      );
    }
  });

  // openapi-python-client 0.29 drops a schema, with every answer that holds it, if both have one name.
  test('openapi.json names no schema as generators of clients name a property of another one', () => {
    const { schemas } = JSON.parse(read('functions/discovery/static/openapi.json')).components;
    const inCapitals = (name: string) => name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
    interface Shape {
      properties?: Record<string, Shape>;
      enum?: string[];
    }
    const namesOf = (name: string, { properties = {} }: Shape): string[] =>
      Object.entries(properties).flatMap(([property, inner]) => {
        const own = name + inCapitals(property);
        return inner.properties || inner.enum ? [own, ...namesOf(own, inner)] : [];
      });
    const taken = Object.entries(schemas as Record<string, Shape>).flatMap(([name, one]) => namesOf(name, one));
    expect(taken.length).toBeGreaterThan(100);
    expect(taken.filter((name) => name in schemas)).toEqual([]);
  });

  test('openapi.json has the headers that the service reads, and the keys that it takes', () => {
    const { paths, components } = JSON.parse(read('functions/discovery/static/openapi.json'));
    const member = { $ref: '#/components/parameters/Member' };
    for (const { row } of endpoints) {
      const { parameters } = paths[row.path][row.method.toLowerCase()];
      expect(parameters.some(({ $ref }: { $ref?: string }) => $ref === member.$ref)).toBe(row.path.includes('/pins'));
    }
    expect(components.parameters.Member.name).toBe('X-Sidenote-Member');
    const pattern = new RegExp(components.parameters.IdempotencyKey.schema.pattern);
    expect(['fix-1', 'fix 1', 'é', '', 'x'.repeat(256)].filter((key) => pattern.test(key))).toEqual(['fix-1']);
  });
});
