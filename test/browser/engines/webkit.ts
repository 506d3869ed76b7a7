import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Engine, EngineOptions } from './engines.ts';
import { findIn, type Tab, VIEWPORT, type Where } from './tab.ts';

/** WebDriver's code points of the keys that have no character. */
const KEYS: Record<string, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Shift: '\uE008',
  Control: '\uE009',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
};

/** An X server that chose a free display itself. */
const startDisplay = async (program: string): Promise<{ display: string; server: ChildProcess }> => {
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', '1700x1300x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    (server.stdio[3] as Readable).once('data', (bytes: Buffer) => resolve(String(bytes).trim()));
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb did not start.')));
  });
  return { display: `:${number}`, server };
};

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

const senderTo =
  (port: number): Send =>
  async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };

const untilReady = async (send: Send): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    try {
      await send('GET', '/status');
      return;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};

const tabOf = async (send: Send, session: string, closed: () => boolean): Promise<Tab> => {
  const post = (path: string, body: object) => send('POST', `${session}/${path}`, body);
  const act = (type: 'pointer' | 'key', actions: object[]) =>
    post('actions', {
      actions: [{ type, id: type, actions, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }) }],
    }).then(() => {});
  const evaluate: Tab['evaluate'] = async (run, ...args) => {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve((${run})(...arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = (await post('execute/async', { script, args: [args] })) as { value?: never; error?: string };
    if (answer.error) throw new Error(answer.error);
    return answer.value as never;
  };
  const resize = async (width: number, height: number): Promise<void> => {
    // The size of the window's frame is known once it has been resized.
    for (let tries = 0; tries < 5; tries += 1) {
      const inner = await evaluate(() => [innerWidth, innerHeight]);
      if (inner[0] === width && inner[1] === height) return;
      const outer = (await send('GET', `${session}/window/rect`)) as { width: number; height: number };
      const wanted = { width: outer.width + width - inner[0]!, height: outer.height + height - inner[1]! };
      await post('window/rect', { x: 0, y: 0, ...wanted });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await post('timeouts', { script: 60_000, pageLoad: 60_000, implicit: 0 });
  await resize(VIEWPORT.width, VIEWPORT.height);
  return {
    goto: async (url) => void (await post('url', { url })),
    reload: async () => void (await post('refresh', {})),
    evaluate,
    move: (x, y) =>
      act('pointer', [{ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' }]),
    down: () => act('pointer', [{ type: 'pointerDown', button: 0 }]),
    up: () => act('pointer', [{ type: 'pointerUp', button: 0 }]),
    press(keys) {
      const all = keys.split('+').map((key) => KEYS[key] ?? key);
      return act('key', [
        ...all.map((value) => ({ type: 'keyDown', value })),
        ...all.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]);
    },
    type: (text) =>
      act(
        'key',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    async upload(where: Where, file: string) {
      const script = `return (${findIn})(arguments[0])`;
      const found = (await post('execute/sync', { script, args: [where] })) as Record<string, string>;
      await post(`element/${found[ELEMENT]}/value`, { text: file });
    },
    screenshot: async () => Buffer.from(String(await send('GET', `${session}/screenshot`)), 'base64'),
    resize,
    async close() {
      if (closed()) await send('DELETE', session);
    },
  };
};

/** WebKitGTK's own small browser in a separate display. Its sessions share nothing, so a tab is a session. */
export const launchWebKit = async (
  { driver, browser, display: program }: { driver: string; browser: string; display: string },
  { dark, scale }: EngineOptions = {},
): Promise<Engine> => {
  const home = await mkdtemp(join(tmpdir(), 'sidenote-webkit-'));
  const { display, server } = await startDisplay(program);
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      LANG: 'C.UTF-8',
      GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
      GDK_SCALE: String(scale ?? 1),
      GIO_USE_VFS: 'local',
      NO_AT_BRIDGE: '1',
    },
  });
  const send = senderTo(port);
  const open = new Set<Tab>();
  await untilReady(send);
  return {
    async open() {
      const { sessionId } = (await send('POST', '/session', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } } },
      })) as { sessionId: string };
      const tab = await tabOf(send, `/session/${sessionId}`, () => open.delete(tab));
      open.add(tab);
      return tab;
    },
    async close() {
      // The driver leaves its browser behind unless the session ends first.
      for (const tab of open) await tab.close();
      await ended(child);
      await ended(server);
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
