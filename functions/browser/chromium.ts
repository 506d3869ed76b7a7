import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createZstdDecompress } from 'node:zlib';
import type { LaunchOptions } from 'playwright-core';
import { extract } from 'tar-stream';
import { FALLBACKS, REGULAR } from '../exports/render/fonts.ts';
import { optionalSetting } from '../kit/config.ts';
import { sha256 } from '../kit/sha256.ts';

/** One regular weight per script that our PDF supports, so that no page shows boxes for letters. */
const FONTS: readonly string[] = [...new Set([REGULAR, ...FALLBACKS].map(({ path }) => path))];

const PACKAGES = join(import.meta.dirname, '../../node_modules');

const CHROMIUM_FILES = ['chromium.br', 'al2023.tar.br', 'swiftshader.tar.br'].map(
  (file) => `@sparticuz/chromium/bin/${file}`,
);
const [PROGRAM = '', LIBRARIES = '', GRAPHICS = ''] = CHROMIUM_FILES;

/** Deployed, the files of packages are next to the bundle, and those packed with Brotli are packed with Zstandard. */
const shipped = (path: string): string => {
  const nextToBundle = join(import.meta.dirname, basename(path).replace(/\.br$/, '.zst'));
  return existsSync(nextToBundle) ? nextToBundle : join(PACKAGES, path);
};

const MB = 1024 * 1024;
/** With Node's small chunks and queues, the decoder waits for the disk. */
const decoderOf = (path: string) =>
  path.endsWith('.zst') ? createZstdDecompress({ chunkSize: MB }) : createBrotliDecompress({ chunkSize: MB });
const readLarge = (path: string) => createReadStream(path, { highWaterMark: MB });
const writeLarge = (path: string) => createWriteStream(path, { mode: 0o700, highWaterMark: 16 * MB });

const unpackFile = (from: string, to: string) => pipeline(readLarge(from), decoderOf(from), writeLarge(to));

const unpackFolder = async (from: string, to: string) => {
  const files = extract();
  const reading = pipeline(readLarge(from), decoderOf(from), files);
  for await (const file of files) {
    const path = join(to, file.header.name);
    if (file.header.type === 'file') {
      await mkdir(dirname(path), { recursive: true });
      await pipeline(file, writeLarge(path));
    } else file.resume();
  }
  await reading;
};

/** In a folder without other files: all are looked into. */
const placeFonts = async (draft: string, folder: string) => {
  await mkdir(join(draft, 'fonts'));
  await Promise.all(FONTS.map((path) => symlink(shipped(path), join(draft, 'fonts', basename(path)))));
  const text = `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>`;
  await writeFile(join(draft, 'fonts.conf'), `<?xml version="1.0"?><fontconfig>${text}</fontconfig>`);
};

/** It appears under its name in one step, because several processes may unpack it at once. */
const unpack = async (into: string): Promise<string> => {
  const { size } = await stat(shipped(PROGRAM));
  // Another version has another size. Its fonts are links, which end with the installation that made them.
  const installation = sha256(shipped(PROGRAM)).slice(0, 8);
  const folder = join(into, `chromium-${size}-${installation}`);
  if (existsSync(folder)) return folder;
  await mkdir(into, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(`${folder}-`);
  await Promise.all([
    unpackFile(shipped(PROGRAM), join(draft, 'chromium')),
    unpackFolder(shipped(LIBRARIES), draft),
    unpackFolder(shipped(GRAPHICS), draft),
    placeFonts(draft, folder),
  ]);
  await rename(draft, folder).catch(async (error) => {
    await rm(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
};

/** Nothing else of our environment: it holds credentials. */
const environmentOf = (folder?: string): Record<string, string> => ({
  ...Object.fromEntries(
    ['PATH', 'TMPDIR', 'TEMP', 'SystemRoot', 'LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'].flatMap((name) => {
      const value = optionalSetting(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  HOME: tmpdir(),
  ...(folder !== undefined && { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') }),
});

export type FoundChromium = Pick<LaunchOptions, 'executablePath' | 'channel' | 'chromiumSandbox' | 'args'> & {
  env: Record<string, string>;
};

/** The package's own arguments turn web security off, so that no CORS or CSP fault would be seen: they are not used. */
const packed = async (): Promise<FoundChromium> => {
  const folder = await unpack(optionalSetting('BROWSER_FOLDER') ?? join(tmpdir(), 'sidenote-browser'));
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-zygote', '--headless=shell'],
    chromiumSandbox: false,
    env: environmentOf(folder),
  };
};

const INSTALLED = ['chrome', 'msedge'] as const;

const isInstalled = async (channel: string): Promise<boolean> => {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ channel, timeout: 20_000 }).then(
    (browser) => browser.close().then(() => true),
    () => false,
  );
};

const find = async (): Promise<FoundChromium | undefined> => {
  if (existsSync(shipped(PROGRAM)) && process.platform === 'linux' && process.arch === 'x64') return packed();
  for (const channel of INSTALLED) {
    if (await isInstalled(channel)) return { channel, chromiumSandbox: true, env: environmentOf() };
  }
  return undefined;
};

let found: Promise<FoundChromium | undefined> | undefined;

/** The package's Chromium runs on 64-bit Intel Linux; elsewhere an installed Chrome or Edge is used, if there is one. */
export const findChromium = (): Promise<FoundChromium | undefined> => {
  found ??= find();
  // A full disk may have been cleaned until the next try.
  found.catch(() => {
    found = undefined;
  });
  return found;
};

/** Deployed next to the bundle. */
export const BROWSER_FILES: readonly string[] = [
  ...[...CHROMIUM_FILES, ...FONTS].map((path) => `node_modules/${path}`),
  'node_modules/playwright-core',
];
