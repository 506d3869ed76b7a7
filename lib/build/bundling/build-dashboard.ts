import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { build, type Plugin } from 'vite';
import { chunkGroups } from './dashboard-chunks.ts';
import { publicDocuments } from './public-documents.ts';

/** Runs in a separate process: bundling takes a second of CPU that a running stage needs. */
const [source = '', target = ''] = process.argv.slice(2);

const BASE = '/dashboard/';
const CATALOGUE = /\/words\/\w+\/\w+\.json$/;

let compiledCatalogs = 0;

/** Messages are parsed at build time instead of in the browser. */
const compiledMessages: Plugin = {
  name: 'compiled-messages',
  enforce: 'pre',
  async load(id) {
    if (!CATALOGUE.test(id)) return undefined;
    const messages = JSON.parse(await readFile(id, 'utf8')) as Record<string, string>;
    const compiled = Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]));
    compiledCatalogs += 1;
    return { code: `export default ${JSON.stringify(compiled)}`, moduleType: 'js' };
  },
  buildEnd: () => {
    if (compiledCatalogs === 0) throw new Error('No catalog was compiled: pages would show the placeholders.');
  },
};

/** React Aria ships its own strings in 34 languages; the ones that the dashboard doesn't offer are left out. */
const LEFT_OUT =
  /\/react-(?:aria|stately|aria-components)\/dist\/.*\/intl\/.*\/(?!en-US|de-DE)[a-z]{2}-[A-Z]{2}\.m?js$/;
const spokenLanguages: Plugin = {
  name: 'spoken-languages',
  enforce: 'pre',
  load: (id) => (LEFT_OUT.test(id) ? 'export default undefined;' : undefined),
};

/** The code that preloads a page's files is a separate file, so that it runs as soon as it has loaded. */
const earlyScript: Plugin = {
  name: 'early-script',
  transformIndexHtml: {
    order: 'post',
    handler: (_page, { bundle = {} }) => {
      const early = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === 'early');
      if (!early) throw new Error('The early script is missing.');
      const attrs = {
        type: 'module',
        async: true,
        crossorigin: true,
        fetchpriority: 'high',
        src: `${BASE}${early.fileName}`,
      };
      // After the root element, because it may run before the rest of the page has loaded.
      return [{ tag: 'script', attrs, injectTo: 'body' }];
    },
  },
};

const built = await build({
  root: source,
  base: BASE,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [compiledMessages, spokenLanguages, earlyScript],
  build: {
    outDir: target,
    emptyOutDir: true,
    target: 'es2022',
    // A data URL would need `font-src data:`; the polyfill is for browsers older than the target.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'public.html'].map((name) => join(source, name)),
      output: { codeSplitting: { groups: chunkGroups(source) } },
    },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
if (!('output' in built)) throw new Error('The bundler returned more than one build.');

const readText = (path: string) => readFile(path, 'utf8');
const sentences = JSON.parse(await readText(join(source, 'words/en/public.json'))) as Record<string, string>;
for (const [name, page] of publicDocuments(await readText(join(target, 'public.html')), sentences))
  await writeFile(join(target, name), page);

const isChunk = (one: (typeof built.output)[number]) => one.type === 'chunk';
const files = Object.fromEntries(
  built.output.filter(isChunk).map(({ fileName, name, code, imports, dynamicImports, isEntry, facadeModuleId }) => [
    fileName,
    {
      name,
      gzip: gzipSync(code, { level: 9 }).length,
      imports,
      later: dynamicImports,
      entry: isEntry,
      source: facadeModuleId?.startsWith(`${source}/`) ? facadeModuleId.slice(source.length + 1) : null,
    },
  ]),
);
await writeFile(join(target, 'manifest.json'), `${JSON.stringify(files, null, 2)}\n`);
