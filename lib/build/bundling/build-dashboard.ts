import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzipSync } from 'node:zlib';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { build, type Plugin, type Rolldown } from 'vite';
import { GUIDES, type PublicDocument } from '../public-pages.ts';
import { closure } from './closure.ts';
import { earlyHash, inlineEarlyScript } from './early-script.ts';
import { markdownPages } from './markdown-pages.ts';

type Group = Rolldown.CodeSplittingGroup;
type Graph = Rolldown.ChunkingContext;
type Place = string | RegExp;

const ICON = /\/lucide-react\//;
const MENUS = ['app/menus.tsx'];
/** The dashboard's frame and the toasts of public pages share it. */
const TOLD_BY_TOASTS = /\/kit\/first-use\.ts$/;

/** The bundler by default writes a file for each set of users: sixty requests per page. The first match wins. */
const chunkGroups = (source: string): Group[] => {
  const known = new Map<string, ReadonlySet<string>>();
  const usersOf = (id: string, graph: Graph): ReadonlySet<string> => {
    const users = known.get(id) ?? closure([id], (one) => graph.getModuleInfo(one)?.importers ?? []);
    known.set(id, users);
    return users;
  };
  const isUsedBy = (id: string, graph: Graph, places: readonly Place[]) =>
    [...usersOf(id, graph)].some((user) => {
      const path = relative(source, user);
      return places.some((place) => (typeof place === 'string' ? path === place : place.test(path)));
    });
  const opener = join(source, 'app/pages.ts');
  const isOfPage = (id: string, graph: Graph) =>
    [...usersOf(id, graph)].some((user) => graph.getModuleInfo(user)?.dynamicImporters.includes(opener));

  const named = (name: string, belongs: (id: string, graph: Graph) => boolean): Group => ({
    // All icons are exported by one module, which hides who uses which.
    test: (id) => !ICON.test(id),
    name: (id, graph) => (belongs(id, graph) ? name : null),
  });
  const usedBy = (name: string, ...lists: (readonly Place[])[]): Group =>
    named(name, (id, graph) => lists.every((places) => isUsedBy(id, graph, places)));

  const groups: Group[] = [
    // Runs before anything else has loaded, so none of it may be in another file.
    usedBy('early', ['app/early.ts']),
    // The first load of both entries, then the rest of the dashboard's, which public pages need in part.
    usedBy('base', ['public.html', 'public/landing/landing.tsx'], ['index.html', /^pages\//]),
    named(
      'query-provider',
      (id, graph) =>
        TOLD_BY_TOASTS.test(id) ||
        (isUsedBy(id, graph, ['index.html', 'public/query-provider.tsx']) && isUsedBy(id, graph, [/^public\//])),
    ),
    usedBy('shell', ['index.html']),
    usedBy('frame', ['public.html']),
    // Public pages have no shell.
    {
      name: 'kit',
      test: /\/(web\/dashboard\/kit\/(?!horizontal-bars|copy-async|lazy-component|dialog|popup-menu)|lucide-react\/)|\/reviews\/running\.ts$/,
      minShareCount: 2,
    },
    { name: 'bars', test: /\/(d3-array|kit\/horizontal-bars)/, minShareCount: 2 },
    { name: 'report', test: /\/pages\/reviews\/report\//, minShareCount: 2 },
    named('controls', (id, graph) => isUsedBy(id, graph, MENUS) && isOfPage(id, graph)),
    usedBy('menus', MENUS, ['kit/dialog-frame.tsx']),
  ];
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
};

/** Runs in a separate process: bundling takes a second of CPU that a running stage needs. */
const [source = '', target = ''] = process.argv.slice(2);

const BASE = '/dashboard/';
const ENTRIES = ['index.html', 'public.html'];
const CATALOG = /\/words\/\w+\/\w+\.json$/;

let compiledCatalogs = 0;

const compiledMessages: Plugin = {
  name: 'compiled-messages',
  enforce: 'pre',
  async load(id) {
    if (!CATALOG.test(id)) return undefined;
    const messages = JSON.parse(await readFile(id, 'utf8')) as Record<string, string>;
    const compiled = Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]));
    compiledCatalogs += 1;
    return { code: `export default ${JSON.stringify(compiled)}`, moduleType: 'js' };
  },
  buildEnd: () => {
    if (compiledCatalogs === 0) throw new Error('No catalog was compiled: pages would show the placeholders.');
  },
};

/** React Aria ships its strings in 34 languages. */
const LEFT_OUT =
  /\/react-(?:aria|stately|aria-components)\/dist\/.*\/intl\/.*\/(?!en-US|de-DE)[a-z]{2}-[A-Z]{2}\.m?js$/;
const spokenLanguages: Plugin = {
  name: 'spoken-languages',
  enforce: 'pre',
  load: (id) => (LEFT_OUT.test(id) ? 'export default undefined;' : undefined),
};

/** Preact renders what is written for React, in a tenth of its bytes. */
const PREACT = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
  // A shim for React before 18; it would load next to the hook that Preact has.
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' },
];

const COLLECTION = /\/react-aria\/dist\/private\/collections\/Document\.m?js$/;
/** React Aria renders a menu's items into objects that have only those members of a DOM node that React uses. */
const MEMBERS = [
  [
    '    createElement(type) {',
    '    createElementNS(_, type) { return this.createElement(type); }\n    createElement(type) {',
  ],
  ['    addEventListener() {}', '    remove() { this.parentNode?.removeChild(this); }\n    addEventListener() {}'],
  // Preact skips comments.
  ['this.nodeType = 8', 'this.nodeType = 1'],
] as const;
const collectionsForPreact: Plugin = {
  name: 'collections-for-preact',
  enforce: 'pre',
  transform(code, id) {
    if (!COLLECTION.test(id)) return undefined;
    return MEMBERS.reduce((changed, [found, replacement]) => {
      if (!changed.includes(found)) throw new Error(`The collections of React Aria have changed: ${found}`);
      return changed.replace(found, () => replacement);
    }, code);
  },
};

const guideWords = Object.fromEntries(
  GUIDES.map((name) => [`docs-${name}.html`, [`docs.page.${name}`, `docs.about.${name}`]] as const),
) as Record<`docs-${(typeof GUIDES)[number]}.html`, readonly [string, string]>;

const WORDS: Readonly<Record<Exclude<PublicDocument, 'public.html'>, readonly [title: string, description: string]>> = {
  'try.html': ['demo.title', 'demo.description'],
  'showcase.html': ['showcase.title', 'showcase.description'],
  'docs.html': ['docs.title', 'docs.description'],
  ...guideWords,
  'sample.html': ['sample.title', 'sample.description'],
  'shared.html': ['shared.above', 'shared.description'],
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const set = (page: string, pattern: RegExp, text: string): string => {
  if (!pattern.test(page)) throw new Error(`The page has no match for ${pattern}.`);
  return page.replace(pattern, (_, before: string, after: string) => `${before}${escaped(text)}${after}`);
};

/** Link preview crawlers run no scripts, so each kind of URL has its own page. */
const publicDocuments = (page: string, sentences: Record<string, string>): [name: string, page: string][] =>
  Object.entries(WORDS).map(([name, [titleKey, descriptionKey]]) => {
    const [title = '', description = ''] = [sentences[titleKey], sentences[descriptionKey]];
    if (!title || !description) throw new Error(`${name} has no title or description.`);
    const words: [RegExp, string][] = [
      [/(<title>)[^<]*(<\/title>)/, `${title} · Sidenote`],
      [/(<meta name="description" content=")[^"]*(")/, description],
      [/(<meta property="og:title" content=")[^"]*(")/, title],
      [/(<meta property="og:description" content=")[^"]*(")/, description],
    ];
    return [name, words.reduce((made, [pattern, text]) => set(made, pattern, text), page)];
  });

const built = await build({
  root: source,
  base: BASE,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: PREACT },
  plugins: [compiledMessages, collectionsForPreact, markdownPages, spokenLanguages, earlyHash],
  build: {
    outDir: target,
    emptyOutDir: true,
    target: 'es2022',
    // A data URL would need `font-src data:`; the polyfill is for browsers older than the target.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ENTRIES.map((name) => join(source, name)),
      output: { codeSplitting: { groups: chunkGroups(source) } },
    },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
if (!('output' in built)) throw new Error('The bundler returned more than one build.');

const isChunk = (one: (typeof built.output)[number]) => one.type === 'chunk';
const early = built.output.filter(isChunk).find(({ name }) => name === 'early');
if (!early) throw new Error('The early script is missing.');
await inlineEarlyScript(target, BASE, early, ENTRIES);

/** CloudFront's own compression would be 7% larger. */
const compressAssets = async () => {
  const [from, to] = [join(target, 'assets'), join(target, 'brotli/assets')];
  await mkdir(to, { recursive: true });
  const names = (await readdir(from)).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) =>
      writeFile(join(to, name), await promisify(brotliCompress)(await readFile(join(from, name)))),
    ),
  );
};
await compressAssets();

const readText = (path: string) => readFile(path, 'utf8');
const sentences = JSON.parse(await readText(join(source, 'words/en/public.json'))) as Record<string, string>;
for (const [name, page] of publicDocuments(await readText(join(target, 'public.html')), sentences))
  await writeFile(join(target, name), page);

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
