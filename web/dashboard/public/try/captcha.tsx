import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../../kit/theme.ts';
import { currentLocale, t } from '../../words/messages.ts';

interface Turnstile {
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
const loadTurnstile = (): Promise<Turnstile> => {
  loading ??= load();
  return loading;
};

interface Props {
  siteKey: string;
  /** Receives the solution, or undefined when it expires. Must be stable. */
  onSolved: (token: string | undefined) => void;
}

/** A solution works once: change the key to get another. */
export const Captcha = ({ siteKey, onSolved }: Props) => {
  const [locale, theme] = [currentLocale(), useTheme()];
  const place = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    let isGone = false;
    let leave: (() => void) | undefined;
    const show = async () => {
      const turnstile = await loadTurnstile();
      if (isGone || !place.current) return;
      const widget = turnstile.render(place.current, {
        sitekey: siteKey,
        theme: theme === 'system' ? 'auto' : theme,
        language: locale,
        callback: (token) => {
          setBroken(false);
          onSolved(token);
        },
        'expired-callback': () => onSolved(undefined),
        'error-callback': () => setBroken(true),
      });
      if (widget) leave = () => turnstile.remove(widget);
    };
    setBroken(false);
    show().catch(() => setBroken(true));
    return () => {
      isGone = true;
      onSolved(undefined);
      leave?.();
    };
  }, [siteKey, theme, locale, onSolved]);

  return (
    <div className="stack tight captcha">
      <div ref={place} />
      <p className="hint">{t('demo.captcha.hint')}</p>
      {isBroken && (
        <p className="field-error" role="alert">
          {t('demo.captcha.failed')}
        </p>
      )}
    </div>
  );
};
