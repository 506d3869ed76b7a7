const TRIES = 2;
const PAUSE_MS = 1000;

const backOnline = (): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));

/** Waits while the browser is offline, because Chromium caches the failure for good. */
export const loadCode = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  for (let tries = 1; ; tries += 1) {
    await backOnline();
    try {
      return await load();
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
};
