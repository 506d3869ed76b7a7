import { lazy, type ReactNode } from 'react';

const TRIES = 3;
const PAUSE_MS = 1000;

const backOnline = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, PAUSE_MS);
    else window.addEventListener('online', () => resolve(), { once: true });
  });

/** Code that could not be fetched is asked for again, offline as soon as that is over: what is on the page stays meanwhile. */
export const patiently = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  for (let tries = 1; ; tries += navigator.onLine ? 1 : 0) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine && tries >= TRIES) throw error;
      await backOnline();
    }
  }
};

/** A component whose code comes once it is shown. */
export const later = <Code, Props extends object>(
  load: () => Promise<Code>,
  pick: (code: Code) => (props: Props) => ReactNode,
) => lazy(async () => ({ default: pick(await patiently(load)) }));
