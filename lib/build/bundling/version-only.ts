import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** An SDK client imports its whole package.json just to send its version in a header. */
export const versionOnly: Plugin = {
  name: 'version-only',
  setup(api) {
    api.onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
