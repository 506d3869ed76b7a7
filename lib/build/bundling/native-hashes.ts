import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const ASKED = /const hasNativeCrypto = \(\(\) => \{.*?\}\)\(\);/s;

/** The SDK makes a hash of each kind as it is loaded, to see whether Node can. It can, and the hashes written in JavaScript stay out. */
export const nativeHashes: Plugin = {
  name: 'native-hashes',
  setup(api) {
    api.onLoad({ filter: /[\\/]dist-es[\\/].*[\\/](Sha1|Sha256|Md5)Node\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(ASKED, 'const hasNativeCrypto = true;'),
      loader: 'js',
    }));
  },
};
