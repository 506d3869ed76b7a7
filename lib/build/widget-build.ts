import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Plugin, build as runEsbuild, transform } from 'esbuild';
import { minify } from 'terser';
import { place, sourceHash } from './kept-build.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'web/widget');
const target = join(root, 'dist/widget');

const DAY = 24 * 60 * 60 * 1000;

const names = ['loader', 'core', 'capture'] as const;
type Name = (typeof names)[number];

export type WidgetBuild = {
  /** The loader's source, for `loaderScript`. */
  loader: string;
  /** File names in `dist/widget`, each with a content hash, served under `{base_url}/widget/`. */
  assets: Record<'core' | 'capture', string>;
  /** Sizes in bytes. */
  weights: Record<Name, { raw: number; gzip: number }>;
};

const minifiedCss: Plugin = {
  name: 'minified-css',
  setup(api) {
    api.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target: 'es2022' });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};

const bundle = async (name: Name): Promise<string> => {
  const { outputFiles } = await runEsbuild({
    entryPoints: [join(source, `${name}.ts`)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    mainFields: ['module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [minifiedCss],
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild wrote nothing for ${name}`);
  // A second pass makes the download 3% smaller.
  const { code } = await minify(file.text, { ecma: 2020, compress: { passes: 2, unsafe_arrows: true } });
  if (!code) throw new Error(`terser wrote nothing for ${name}`);
  return code;
};

const SOURCES = ['web/widget', 'package-lock.json', 'lib/build/widget-build.ts'];

type Manifest = Omit<WidgetBuild, 'loader'> & { built_from: string };

/** The last build if its sources are unchanged. */
const lastBuild = async (hash: string): Promise<WidgetBuild | undefined> => {
  const read = (name: string) => readFile(join(target, name), 'utf8');
  try {
    const { built_from, ...built } = JSON.parse(await read('manifest.json')) as Manifest;
    if (built_from !== hash) return undefined;
    // The build counts only if all files exist.
    const [loader] = await Promise.all(['loader.js', ...Object.values(built.assets)].map(read));
    return loader === undefined ? undefined : { loader, ...built };
  } catch {
    return undefined;
  }
};

const build = async (hash: string): Promise<WidgetBuild> => {
  const [loader, core, capture] = (await Promise.all(names.map(bundle))) as [string, string, string];
  const fileName = (name: string, text: string) =>
    `${name}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}.js`;
  const assets = { core: fileName('core', core), capture: fileName('capture', capture) };
  const weigh = (text: string) => ({ raw: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).length });
  const weights = { loader: weigh(loader), core: weigh(core), capture: weigh(capture) };

  const manifest: Manifest = { built_from: hash, assets, weights };
  const files = {
    'loader.js': loader,
    [assets.core]: core,
    [assets.capture]: capture,
    // Written last, because it marks the build as complete.
    'manifest.json': `${JSON.stringify(manifest, null, 2)}\n`,
  };
  for (const [name, text] of Object.entries(files)) await place(join(target, name), text);
  // A running stage may still serve the previous build.
  for (const name of await readdir(target)) {
    const { mtimeMs } = await stat(join(target, name));
    if (!(name in files) && mtimeMs < Date.now() - DAY) await rm(join(target, name), { force: true });
  }
  return { loader, assets, weights };
};

/**
 * Bundles the widget into `dist/widget` (loader.js, core.<hash>.js, capture.<hash>.js, manifest.json) if its sources
 * have changed since the last build, and returns file names and sizes.
 */
export const buildWidget = async (): Promise<WidgetBuild> => {
  const hash = await sourceHash(SOURCES);
  return (await lastBuild(hash)) ?? build(hash);
};
