import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Plugin, build as runEsbuild, transform } from 'esbuild';
import { minify } from 'terser';
import { cachedBuild, removeStale, sourceHash, writeAtomically } from './build-cache.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'web/widget');
const target = join(root, 'dist/widget');

const names = ['loader', 'core', 'inspect', 'capture'] as const;
type Name = (typeof names)[number];

export type WidgetBuild = {
  loader: string;
  /** File names with a content hash, served under `{base_url}/widget/`. */
  assets: Record<Exclude<Name, 'loader'>, string>;
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
  const { code } = await minify(file.text, { ecma: 2020, compress: { passes: 3, unsafe_arrows: true } });
  if (!code) throw new Error(`terser wrote nothing for ${name}`);
  return code;
};

const SOURCES = ['web/widget', 'functions/browser/in-page', 'package-lock.json', 'lib/build/widget-build.ts'];

const build = async (): Promise<WidgetBuild> => {
  const [loader, core, inspect, capture] = (await Promise.all(names.map(bundle))) as [string, string, string, string];
  const fileName = (name: string, text: string) =>
    `${name}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}.js`;
  const assets = {
    core: fileName('core', core),
    inspect: fileName('inspect', inspect),
    capture: fileName('capture', capture),
  };
  const weigh = (text: string) => ({ raw: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).length });
  const weights = { loader: weigh(loader), core: weigh(core), inspect: weigh(inspect), capture: weigh(capture) };

  const files = {
    'loader.js': loader,
    [assets.core]: core,
    [assets.inspect]: inspect,
    [assets.capture]: capture,
    'manifest.json': `${JSON.stringify({ assets, weights }, null, 2)}\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeAtomically(join(target, name), text);
  await removeStale(target, Object.keys(files));
  return { loader, assets, weights };
};

const isComplete = ({ assets }: WidgetBuild) =>
  ['loader.js', 'manifest.json', ...Object.values(assets)].every((name) => existsSync(join(target, name)));

export const buildWidget = async (): Promise<WidgetBuild> =>
  cachedBuild(`${target}.json`, await sourceHash(SOURCES), build, isComplete);
