/** The part of Cloudflare's captcha API that we use. */
export interface Turnstile {
  render: (
    place: HTMLElement,
    settings: {
      sitekey: string;
      theme: 'auto' | 'light' | 'dark';
      language: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => string | undefined;
  remove: (widget: string) => void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile> | undefined;

const load = () =>
  new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      loading = undefined;
      reject(new Error('The captcha could not be loaded.'));
    };
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : fail());
    script.onerror = fail;
    document.head.append(script);
  });

/** Loaded only if a stage requires it: it is a third-party script. */
export const loadTurnstile = (): Promise<Turnstile> => {
  loading ??= load();
  return loading;
};
