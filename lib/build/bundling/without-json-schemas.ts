import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm;

/** Imported by zod for a method of each schema when it is created; the others are called only by that method. */
const MAKERS = ['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod'];

/**
 * Removes zod's JSON Schema conversion: every schema refers to it, so no bundler can see that it is unused. A call
 * throws an error that says so.
 */
export const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  setup(api) {
    const filter = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;
    api.onLoad({ filter }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const names = [...text.matchAll(EXPORTED)].map(([, plain, renamed]) => plain ?? renamed ?? '');
      const lines = names.map((name) =>
        name === 'process'
          ? 'export { refuse as process };'
          : `export const ${name} = ${MAKERS.includes(name) ? '() => refuse' : 'refuse'};`,
      );
      const refuse = `const refuse = () => { throw new Error('JSON Schema is left out of this bundle.'); };`;
      return { contents: [refuse, ...lines].join('\n'), loader: 'js' };
    });
  },
};
