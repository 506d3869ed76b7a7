/** Cloudflare's captcha, as far as it is used here. */
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

/** Fetched only where a stage asks for it: it is a stranger's script. */
export const loadTurnstile = (): Promise<Turnstile> => {
  loading ??= load();
  return loading;
};
