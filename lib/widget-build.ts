import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, transform } from 'esbuild';

const root = join(import.meta.dirname, '..');
const source = join(root, 'web/widget');
const target = join(root, 'dist/widget');

const DAY = 24 * 60 * 60 * 1000;
const names = ['loader', 'core', 'capture'] as const;
type Name = (typeof names)[number];

export type WidgetBuild = {
  /** The loader's source, for `loaderScript`. */
  loader: string;
  /** File names in `dist/widget`, each with its content's hash, served under `{base_url}/widget/`. */
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
  const { outputFiles } = await build({
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
  return file.text;
};

/** Bundles the widget into `dist/widget` (loader.js, core.<hash>.js, capture.<hash>.js, manifest.json) and tells names and weights. */
export const buildWidget = async (): Promise<WidgetBuild> => {
  const [loader, core, capture] = (await Promise.all(names.map(bundle))) as [string, string, string];
  const fileName = (name: string, text: string) =>
    `${name}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}.js`;
  const assets = { core: fileName('core', core), capture: fileName('capture', capture) };
  const weigh = (text: string) => ({ raw: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).length });
  const weights = { loader: weigh(loader), core: weigh(core), capture: weigh(capture) };

  await mkdir(target, { recursive: true });
  const files = { 'loader.js': loader, [assets.core]: core, [assets.capture]: capture };
  const manifest = `${JSON.stringify({ assets, weights }, null, 2)}\n`;
  for (const [name, text] of Object.entries({ ...files, 'manifest.json': manifest })) {
    await writeFile(join(target, name), text);
  }
  for (const name of await readdir(target)) {
    // A stage that still runs on an earlier build goes on serving its files.
    const isOld = Date.now() - (await stat(join(target, name))).mtimeMs > DAY;
    if (isOld && name !== 'manifest.json' && !(name in files)) await rm(join(target, name), { force: true });
  }
  return { loader, assets, weights };
};
