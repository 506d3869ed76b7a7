import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Plugin, build as runEsbuild, transform } from 'esbuild';
import { minify } from 'terser';
import { candidatesScript } from '../../functions/browser/in-page/candidates.ts';
import { sha256 } from '../../functions/kit/sha256.ts';
import { LANGUAGES } from '../../web/widget/config.ts';
import type { Lazy } from '../../web/widget/runtime.ts';
import { cachedBuild, removeStale, sourceHash, writeAtomically } from './build-cache.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'web/widget');
const target = join(root, 'dist/widget');

/** Loaded when they are needed, under one hash, which the core knows. */
const lazy = ['draw', 'files', 'find', 'notes', 'preview', 'questions', 'team', ...LANGUAGES] as const;
const names = ['loader', 'core', 'inspect', 'capture'] as const;
type Name = (typeof names)[number];

export type WidgetBuild = {
  loader: string;
  /** File names with a content hash, served under `{base_url}/widget/`. */
  assets: Record<Exclude<Name, 'loader'>, string>;
  files: string[];
  weights: Record<Name | Lazy, { raw: number; gzip: number }>;
};

const minifiedCss: Plugin = {
  name: 'minified-css',
  setup(api) {
    api.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target: 'es2022' });
      // esbuild keeps spaces around the values of custom properties, although they mean nothing.
      return { contents: code.trim().replace(/(--\w+:|,) /g, '$1'), loader: 'text' };
    });
  },
};

/** The script that the service's browser runs, as a function of the selectors. */
const sharedCandidates: Plugin = {
  name: 'shared-candidates',
  setup(api) {
    api.onLoad({ filter: /[\\/]web[\\/]widget[\\/]candidates\.ts$/ }, () => {
      const [start = '', end = ''] = candidatesScript([]).split(')([], ');
      return { contents: `export const collect = (selectors) => ${start})(selectors, ${end}`, loader: 'js' };
    });
  },
};

const bundle = async (name: Name | Lazy, define: Record<string, string> = {}): Promise<string> => {
  const { outputFiles } = await runEsbuild({
    entryPoints: [
      join(source, LANGUAGES.some((language) => language === name) ? `languages/${name}.ts` : `${name}.ts`),
    ],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    mainFields: ['module', 'main'],
    // Modules are strict as it is: the directive that esbuild derives from our settings would only weigh.
    tsconfigRaw: '{}',
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    plugins: [minifiedCss, sharedCandidates],
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild wrote nothing for ${name}`);
  // A second pass makes the download 3% smaller.
  const { code } = await minify(file.text, { ecma: 2020, compress: { passes: 3, unsafe_arrows: true } });
  if (!code) throw new Error(`terser wrote nothing for ${name}`);
  return code;
};

const SOURCES = [
  'web/widget',
  'functions/browser/in-page',
  'functions/verification',
  'package-lock.json',
  'lib/build/widget-build.ts',
];

const build = async (): Promise<WidgetBuild> => {
  const later = await Promise.all(lazy.map(async (name) => ({ name, text: await bundle(name) })));
  const hashOf = (text: string) => sha256(text).slice(0, 12);
  const hash = hashOf(later.map(({ text }) => text).join(''));
  const define = { LAZY_HASH: JSON.stringify(hash) };
  const built = await Promise.all(names.map(async (name) => ({ name, text: await bundle(name, define) })));
  const fileOf = ({ name, text }: { name: Name; text: string }) =>
    name === 'loader' ? 'loader.js' : `${name}.${hashOf(text)}.js`;
  const weigh = (text: string) => ({ raw: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).length });
  const { loader: _, ...assets } = Object.fromEntries(built.map((one) => [one.name, fileOf(one)])) as Record<
    Name,
    string
  >;
  const weights = Object.fromEntries(
    [...built, ...later].map(({ name, text }) => [name, weigh(text)]),
  ) as WidgetBuild['weights'];
  const loader = built.find(({ name }) => name === 'loader')?.text ?? '';

  const files = {
    ...Object.fromEntries(built.map((one) => [fileOf(one), one.text])),
    ...Object.fromEntries(later.map(({ name, text }) => [`${name}.${hash}.js`, text])),
    'manifest.json': `${JSON.stringify({ assets, weights }, null, 2)}\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeAtomically(join(target, name), text);
  await removeStale(target, Object.keys(files));
  return { loader, assets, files: Object.keys(files), weights };
};

const isComplete = ({ files }: WidgetBuild) => files.every((name) => existsSync(join(target, name)));

export const buildWidget = async (): Promise<WidgetBuild> =>
  cachedBuild(`${target}.json`, await sourceHash(SOURCES), build, isComplete);
