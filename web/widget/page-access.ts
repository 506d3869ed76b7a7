import type { Runtime } from './runtime.ts';

const HOUR_MS = 3_600_000;

/** The window closed, or was never opened, or the page’s policy keeps it apart. */
export type NoAccess = 'blocked' | 'unfinished';

/**
 * A window of the service hands over a token for this origin. Both sides check window and origin. The token stays in
 * memory, and ends with the page.
 */
export const signInMember = (runtime: Runtime, ended: () => void): Promise<NoAccess | 'granted'> => {
  const { base, token } = runtime.config;
  const { origin } = new URL(base);
  const opened = window.open(`${base}/api/widget/team-mode`, '_blank', 'popup,width=520,height=460');
  if (!opened) return Promise.resolve('blocked');
  return new Promise((resolve) => {
    const leave = (outcome: NoAccess | 'granted'): void => {
      clearInterval(watch);
      removeEventListener('message', listen);
      resolve(outcome);
    };
    const listen = ({ source, origin: from, data }: MessageEvent): void => {
      if (source !== opened || from !== origin) return;
      if (data?.sidenote_relay) opened.postMessage({ sidenote_site: token }, origin);
      if (typeof data?.sidenote_token !== 'string') return;
      const member = data.sidenote_token;
      runtime.member = member;
      const expire = (): void => {
        // A later sign-in has its own timer.
        if (runtime.member === member) ended();
      };
      // The visitor's clock may differ from the service's, which ends access by itself.
      setTimeout(expire, HOUR_MS);
      leave('granted');
    };
    addEventListener('message', listen);
    const watch = setInterval(() => {
      if (opened.closed) leave('unfinished');
    }, 500);
  });
};
