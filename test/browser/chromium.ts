import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/**
 * A real Chromium. The package's own launch arguments turn web security off, so that no CORS or CSP test could fail: they are not used.
 * It is an ES module, which the test runner does not load: a child asks it where the browser is.
 */
export const launchChromium = async (): Promise<Browser> => {
  const ask =
    "import('@sparticuz/chromium').then(async (it) => process.stdout.write(await it.default.executablePath()))";
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', ask]);
  return chromium.launch({ executablePath: stdout, args: ['--no-sandbox', '--no-zygote', '--headless=shell'] });
};
