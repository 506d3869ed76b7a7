import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const CONSTANT = /^const (\w+) = ("(?:[^"\\]|\\.)*");$/gm;
const COMPUTED_KEY = /\[(\w+)\]:/g;

/**
 * The SDK's tables of shapes write their keys as computed ones, which esbuild must take for code with effects: every
 * operation of a service then stays in the bundle. With literal keys, unused ones are dropped.
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
