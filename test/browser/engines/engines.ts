import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launchChrome, launchFirefox } from './puppeteer.ts';
import type { Tab } from './tab.ts';
import { launchWebKit } from './webkit.ts';

export interface EngineOptions {
  dark?: boolean;
  /** Device pixels per CSS pixel. */
  scale?: number;
}

/** A running browser. Each tab has its own profile. */
export interface Engine {
  open(): Promise<Tab>;
  close(): Promise<void>;
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
const onPath = (...names: string[]): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);

const firefox = onPath('firefox-esr', 'firefox');
const driver = onPath('WebKitWebDriver');
const display = onPath('Xvfb');
const miniBrowser = ['x86_64', 'aarch64']
  .map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
  .find(isExecutable);

/** Absent `launch`: the browser is not installed here. */
export interface Known {
  name: 'Chromium' | 'Firefox' | 'WebKit';
  launch?: ((options?: EngineOptions) => Promise<Engine>) | undefined;
}

export const ENGINES: readonly Known[] = [
  { name: 'Chromium', launch: launchChrome },
  { name: 'Firefox', launch: firefox ? (options) => launchFirefox(firefox, options) : undefined },
  {
    name: 'WebKit',
    launch:
      driver && miniBrowser && display
        ? (options) => launchWebKit({ driver, browser: miniBrowser, display }, options)
        : undefined,
  },
];
