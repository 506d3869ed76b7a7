import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const CONSTANT = /^const (\w+) = ("(?:[^"\\]|\\.)*");$/gm;
const COMPUTED_KEY = /\[(\w+)\]:/g;

/**
 * The SDK's schema tables use computed keys, which esbuild treats as side effects, so every operation of a service
 * stays in the bundle. With literal keys, esbuild removes the unused ones.
 */
export const leanSchemas: Plugin = {
  name: 'lean-schemas',
  setup(api) {
    api.onLoad({ filter: /[\\/]dist-es[\\/]schemas[\\/]schemas_\d+\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const constants = new Map([...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value]));
      const written = (whole: string, name: string) => (constants.has(name) ? `${constants.get(name)}:` : whole);
      return { contents: text.replace(COMPUTED_KEY, written), loader: 'js' };
    });
  },
};
