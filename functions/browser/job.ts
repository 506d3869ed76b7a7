import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { inTime } from './in-time.ts';
import { type GuardedProxy, type ProxyLimits, startProxy } from './proxy.ts';

const LAUNCH_MS = 15_000;
const END_MS = 3000;

/** Full Chrome and the headless shell read differently named switches for WebRTC. */
const WEBRTC = ['force-webrtc-ip-handling-policy', 'webrtc-ip-handling-policy'].map(
  (name) => `--${name}=disable_non_proxied_udp`,
);

/** Never resolved, except by the rule that maps it. */
const PROXY_NAME = 'guard.invalid';

const argumentsFor = ({ host, port }: GuardedProxy): string[] => [
  // A connection around the proxy finds no address, numbers included.
  `--host-resolver-rules=MAP ${PROXY_NAME} ${host}, MAP * ~NOTFOUND`,
  `--proxy-server=http://${PROXY_NAME}:${port}`,
  // Otherwise its own machine and link-local addresses would be reached directly.
  '--proxy-bypass-list=<-loopback>',
  ...WEBRTC,
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--disable-notifications',
  '--disable-speech-api',
  '--disable-file-system',
  // One page a profile: nothing to isolate from, and a process for each frame would take the memory.
  '--disable-site-isolation-trials',
  '--disk-cache-size=33554432',
  '--js-flags=--max-old-space-size=640',
];

/** Playwright lets tests open windows and flood the browser with messages. */
const REFUSED_DEFAULTS = ['--disable-popup-blocking', '--disable-ipc-flooding-protection'];

export interface BrowserJob {
  browser: Browser;
  proxy: GuardedProxy;
}

interface Process {
  pid: number;
  profile: string | undefined;
}

const processOf = async (browser: Browser): Promise<Process> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const { arguments: started } = await session
    .send('Browser.getBrowserCommandLine')
    .catch(() => ({ arguments: [] as string[] }));
  const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
  return { pid, profile: started.find((one) => one.startsWith('--user-data-dir='))?.split('=')[1] };
};

/** Playwright starts it as the leader of a new process group. */
const kill = ({ pid }: Process) => {
  if (pid <= 1) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};

/** Undefined if this machine has no browser. The processes and the profile are gone when it returns. */
export const withBrowser = async <T>(
  limits: ProxyLimits,
  work: (job: BrowserJob) => Promise<T>,
): Promise<T | undefined> => {
  const [found, { chromium }] = await Promise.all([findChromium(), import('playwright-core')]);
  if (!found) return undefined;
  const [proxy, folder] = await Promise.all([startProxy(limits), mkdtemp(join(tmpdir(), 'browser-job-'))]);
  let browser: Browser | undefined;
  let started: Process | undefined;
  try {
    browser = await chromium.launch({
      ...found,
      // A browser that is killed leaves files of downloads there.
      env: { ...found.env, TMPDIR: folder },
      args: [...(found.args ?? []), ...argumentsFor(proxy)],
      ignoreDefaultArgs: REFUSED_DEFAULTS,
      timeout: LAUNCH_MS,
    });
    started = await processOf(browser);
    return await work({ browser, proxy });
  } finally {
    proxy.stop();
    if (started) kill(started);
    if (browser) await inTime(browser.close(), END_MS, () => undefined).catch(() => undefined);
    const gone = { recursive: true, force: true, maxRetries: 3 };
    await Promise.all([folder, ...(started?.profile ? [started.profile] : [])].map((path) => rm(path, gone)));
  }
};
