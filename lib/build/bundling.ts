import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliDecompressSync, zstdCompressSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import type { Area } from '../../functions/kit/contract/contract.ts';
import { eventWorkers, queueWorkers } from '../../functions/workers/lambdas.ts';
import { cachedBuild, sourceHash } from './build-cache.ts';
import {
  composerOnly,
  fileOfPart,
  lazyParts,
  lazyPartsIn,
  leanSchemas,
  nativeHashes,
  nodeStreams,
  oneRegion,
  pagesOnly,
  playwrightBeside,
  standardRetries,
  tableCommands,
  versionOnly,
  withoutDescriptions,
  withoutJsonSchemas,
  withoutMessages,
  withoutSummaries,
} from './bundling/plugins.ts';
import { hasMap, keepMap, nameBundle } from './bundling/source-map.ts';

const root = join(import.meta.dirname, '../..');

/** CJS with `module` before `main` loads fastest (BUDGETS.md). */
const options: BuildOptions = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  sourcemap: 'external',
  sourcesContent: false,
  // Paths in the source map are relative to the root.
  outfile: join(root, 'index.js'),
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  charset: 'utf8',
  legalComments: 'none',
  mainFields: ['module', 'main'],
  absWorkingDir: root,
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  alias: {
    '@aws-sdk/credential-provider-node': join(root, 'lib/build/bundling/environment-credentials.ts'),
    fontkit: join(root, 'lib/build/bundling/no-font-library.ts'),
    // Its ES module reads `import.meta.url` while it loads, which a CommonJS bundle doesn't have.
    pdfkit: join(root, 'node_modules/pdfkit/js/pdfkit.js'),
    '@smithy/core/event-streams': join(root, 'lib/build/bundling/no-event-streams.ts'),
    '@modelcontextprotocol/server/_shims': join(root, 'lib/build/bundling/no-json-schema-validator.ts'),
  },
};

const MCP_ENTRY = 'functions/mcp/index.ts';
/** They read web pages, but no files. */
const PAGES_ONLY: ReadonlySet<string> = new Set(['functions/demo/index.ts', 'functions/workers/render-page.ts']);
export const FETCHER_ENTRY = 'functions/fetcher/handler.ts';
export const RENDERER_ENTRY = 'functions/browser/handler.ts';
export const EDGE_ENTRY = 'functions/edge/origin-response.ts';

export const lambdaEntries = (areas: readonly Area[]): string[] => [
  ...[...areas.map(({ name }) => name), 'not-found', 'mcp'].map((name) => `functions/${name}/index.ts`),
  ...Object.keys({ ...eventWorkers, ...queueWorkers }).map((name) => `functions/workers/${name}.ts`),
  FETCHER_ENTRY,
  RENDERER_ENTRY,
  EDGE_ENTRY,
];

const isHttp = (entry: string) => /^functions\/[\w-]+\/index\.ts$/.test(entry);

/**
 * Lambda's runtime awaits what a module exports, so its start waits until the handler is `ready`. One that doesn't
 * finds the handler, too.
 */
const AFTER_START = `{const{handler}=module.exports,ready=handler?.ready;
if(ready)module.exports={handler,then:(go)=>ready.then(()=>go({handler}))}}`;

interface Bundle {
  js: string;
  id: string;
  parts: readonly string[];
}

const SOURCES = [
  'functions',
  'web/widget',
  'lib/build/bundling',
  'lib/build/bundling.ts',
  'package-lock.json',
  'tsconfig.json',
];
const bundles = new Map<string, Bundle>();
let hash: Promise<string> | undefined;

const makeBundle = async (entry: string): Promise<Bundle> => {
  const plugins = [
    composerOnly,
    leanSchemas,
    nativeHashes,
    nodeStreams,
    oneRegion,
    lazyParts,
    standardRetries,
    tableCommands,
    versionOnly,
    ...(entry === MCP_ENTRY ? [] : [withoutJsonSchemas, withoutDescriptions, withoutMessages]),
    withoutSummaries,
    ...(PAGES_ONLY.has(entry) ? [pagesOnly] : []),
    ...(entry === RENDERER_ENTRY ? [playwrightBeside] : []),
  ];
  const footer = isHttp(entry) ? { js: AFTER_START } : {};
  const inject = entry === MCP_ENTRY ? [join(root, 'lib/build/bundling/web-messages.ts')] : [];
  const { outputFiles = [], metafile } = await build({
    ...options,
    plugins,
    inject,
    footer,
    entryPoints: [join(root, entry)],
  });
  const [map, file] = ['.map', '.js'].map((end) => outputFiles.find(({ path }) => path.endsWith(end)));
  if (!file || !map) throw new Error(`esbuild wrote nothing for ${entry}.`);
  const { js, id } = nameBundle(entry, file.text);
  await keepMap(id, map.text);
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.entries(output.inputs));
  return { js, id, parts: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path) };
};

const makeOnce = async (entry: string): Promise<string> => {
  hash ??= sourceHash(SOURCES);
  const from = [await hash, await sourceHash([entry])].join(' ');
  const file = join(root, 'dist/lambdas', `${entry.replaceAll('/', '.')}.json`);
  const made = await cachedBuild(
    file,
    from,
    () => makeBundle(entry),
    ({ id }) => hasMap(id),
  );
  bundles.set(entry, made);
  await Promise.all(lazyPartsIn(made.js).map(bundleLambda));
  return made.js;
};

const begun = new Map<string, Promise<string>>();

/** Once per process: bundles share their parts. */
export const bundleLambda = (entry: string): Promise<string> => {
  const known = begun.get(entry) ?? makeOnce(entry);
  begun.set(entry, known);
  return known;
};

/** Constructs are synchronous, so `bundleLambda` has made the bundle earlier. */
export const bundled = (entry: string): string => {
  const made = bundles.get(entry);
  if (!made) throw new Error(`${entry} is missing from lambdaEntries.`);
  return made.js;
};

export const bundleId = (entry: string): string => bundles.get(entry)?.id ?? '';

export const partsOf = (entry: string): readonly string[] => bundles.get(entry)?.parts ?? [];

const filesUnder = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path];

/** Zstandard unpacks Chromium in a quarter of Brotli's time, and is a third larger. */
const copyInto = (folder: string, file: string): void => {
  const [from, to] = [join(root, file), join(folder, basename(file))];
  if (file.endsWith('.br'))
    writeFileSync(to.replace(/\.br$/, '.zst'), zstdCompressSync(brotliDecompressSync(readFileSync(from))));
  else cpSync(from, to, { recursive: true });
};

/** The folder is named by its contents, so several processes can write it concurrently. */
export const writeBundle = (js: string, files: readonly string[] = []): string => {
  const lazy = lazyPartsIn(js).map((part) => [fileOfPart(part), bundled(part)] as const);
  const parts = { 'index.js': js, ...Object.fromEntries(lazy) };
  const hash = createHash('sha256').update(Object.values(parts).join('\0'));
  for (const file of files.flatMap((path) => filesUnder(join(root, path))))
    hash.update(file).update(readFileSync(file));
  const folder = join(root, 'dist/lambda', hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  for (const [name, text] of Object.entries(parts)) writeFileSync(join(draft, name), text);
  writeFileSync(join(draft, 'package.json'), '{"type":"commonjs"}\n');
  for (const file of files) copyInto(draft, file);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
};
