import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const PACKAGE = 'node_modules/@sparticuz/chromium';
const CACHE = 'node_modules/.cache';

/** The package is an ES module, which the test runner does not load. It unpacks to TMPDIR, with libraries only if told so. */
const UNPACK = `import('@sparticuz/chromium').then((it) => it.default.executablePath())`;

const fontsOf = (folder: string) =>
  `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`;

/** The unpacked browser. It appears under its name in one step, because several test processes may unpack it at once. */
const unpacked = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(`${PACKAGE}/package.json`, 'utf8')) as { version: string };
  const folder = resolve(CACHE, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, ['-e', UNPACK], { env });
  await writeFile(join(own, 'fonts/fonts.conf'), fontsOf(folder));
  await rename(own, folder).catch(() => rm(own, { recursive: true }));
  return folder;
};

/** Libraries from the package, so that a bare system needs none; fonts too if the system has none. */
const environmentOf = (folder: string) => ({
  ...process.env,
  LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
  ...(!existsSync('/etc/fonts') && { FONTCONFIG_PATH: join(folder, 'fonts') }),
});

/**
 * How to start a real Chromium. The package's own launch arguments turn web security off, so that no CORS or CSP test could fail: they are not used.
 * The package has a build for 64-bit Intel Linux only. Other systems need Google Chrome installed.
 */
export const chromiumOptions = async () => {
  const args = ['--no-sandbox', '--no-zygote', '--headless=shell'];
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' as const };
  const folder = await unpacked();
  return { executablePath: join(folder, 'chromium'), args, env: environmentOf(folder) };
};

export const launchChromium = async (): Promise<Browser> => chromium.launch(await chromiumOptions());
