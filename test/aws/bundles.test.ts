import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assembled } from './assembled.ts';
import { isObject } from './policy.ts';
import { Resolver } from './resolve.ts';

const run = promisify(execFile);
const loader = join(import.meta.dirname, 'load-bundle.cjs');

interface Bundle {
  what: string;
  folder: string;
  handler: string;
  environment: Record<string, string>;
}

/** The value of a dynamic reference to a secret, as long as real ones. */
const resolved = (value: string) => value.replace(/\{\{resolve:[^}]*\}\}/g, 'a1'.repeat(32));

const bundles = (): Bundle[] => {
  const stacks = assembled();
  const resolver = new Resolver(stacks);
  const found = new Map<string, Bundle>();
  for (const stack of stacks) {
    for (const [id, { Type }] of Object.entries(stack.template.Resources)) {
      const properties = resolver.properties(stack, id);
      if (Type !== 'AWS::Lambda::Function' || !String(properties.Runtime).startsWith('nodejs')) continue;
      expect(properties.Runtime).toBe('nodejs24.x');
      const folder = stack.assets.get(String(isObject(properties.Code) && properties.Code.S3Key)) ?? '';
      const variables = isObject(properties.Environment) ? properties.Environment.Variables : {};
      const environment = Object.fromEntries(
        Object.entries(isObject(variables) ? variables : {}).map(([name, value]) => [name, resolved(String(value))]),
      );
      const key = `${folder} ${Object.keys(environment).sort()} ${environment.MODEL} ${environment.TRANSCRIBER}`;
      found.set(key, { what: `${stack.name}: ${id}`, folder, handler: String(properties.Handler), environment });
    }
  }
  return [...found.values()];
};

/** Variables that Lambda sets. */
const LAMBDA = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session',
};

const load = async ({ folder, handler, environment }: Omit<Bundle, 'what'>): Promise<string> => {
  try {
    const env = { ...LAMBDA, LAMBDA_TASK_ROOT: folder, ...environment };
    const { stdout } = await run(process.execPath, [loader, folder, handler], { env });
    const { type, parameters } = JSON.parse(stdout) as { type: string; parameters: number };
    if (type !== 'function') return `${handler} is no function`;
    // Node 24 knows no callbacks: the runtime refuses a third parameter.
    return parameters > 2 ? `${handler} takes ${parameters} parameters` : '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('every bundle', () => {
  test('loads on Node 24 in its deployed environment, with a handler of at most two parameters', async () => {
    expect(process.version).toMatch(/^v24\./);
    const all = bundles();
    expect(all.length).toBeGreaterThan(30);
    const faults: string[] = [];
    // Two at a time, as the machine has cores.
    const queue = [...all];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        expect(existsSync(next.folder)).toBe(true);
        const fault = await load(next);
        if (fault) faults.push(`${next.what}: ${fault}`);
      }
    };
    await Promise.all([work(), work()]);
    expect(faults).toEqual([]);
  });
});

/** In our code, `join(import.meta.dirname, name)`. */
const NEXT_TO_IT = /__dirname,"([\w-]+(?:\.generated)?(?:\.\w+)?)"/g;

test('every bundle has the files that it reads next to it', () => {
  const read = bundles().flatMap(({ what, folder }) =>
    [...readFileSync(join(folder, 'index.js'), 'utf8').matchAll(NEXT_TO_IT)].map(([, name = '']) => ({
      what,
      name,
      isThere: existsSync(join(folder, name)),
    })),
  );
  expect(new Set(read.map(({ name }) => name))).toContain('weights.generated.json');
  expect(read.filter(({ isThere }) => !isThere)).toEqual([]);
});

describe('a broken bundle', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sidenote-bundle-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    ['if it waits for a callback', 'exports.handler = (event, context, callback) => callback();', 'takes 3 parameters'],
    ['if it exports no handler', 'exports.other = () => {};', 'is no function'],
    ['if it needs a setting that it is not given', 'if (!process.env.TABLE_NAME) throw new Error("unset");', 'unset'],
    ['if it needs a package that is not in it', 'require("left-pad");', 'left-pad'],
  ])('a broken bundle is reported %s', async (_, code, says) => {
    await writeFile(join(folder, 'index.js'), code);
    expect(await load({ folder, handler: 'index.handler', environment: {} })).toContain(says);
  });
});
