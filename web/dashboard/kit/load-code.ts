const TRIES = 2;
const PAUSE_MS = 1000;

const backOnline = (): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));

/**
 * Code is not asked for while the browser is offline: Chromium would remember for good that it could not be fetched. What is
 * on the page stays meanwhile.
 */
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
