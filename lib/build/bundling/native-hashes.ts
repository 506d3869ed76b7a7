import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const ASKED = /const hasNativeCrypto = \(\(\) => \{.*?\}\)\(\);/s;

/**
 * The SDK creates one hash of each kind when it loads, to detect native support. Node has it, so the JavaScript
 * implementations are left out.
 */
export const nativeHashes: Plugin = {
  name: 'native-hashes',
  setup(api) {
    api.onLoad({ filter: /[\\/]dist-es[\\/].*[\\/](Sha1|Sha256|Md5)Node\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(ASKED, 'const hasNativeCrypto = true;'),
      loader: 'js',
    }));
  },
};
