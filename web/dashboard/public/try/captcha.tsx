import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../../app/theme.ts';
import { useLocale, useText } from '../../words/messages.ts';
import { loadTurnstile } from './turnstile.ts';

interface Props {
  siteKey: string;
  /** Receives the solution, or undefined when it expires. Must be stable. */
  onSolved: (token: string | undefined) => void;
}

/** A solution works once: change the key to get another. */
export const Captcha = ({ siteKey, onSolved }: Props) => {
  const t = useText();
  const [locale, theme] = [useLocale(), useTheme()];
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
        callback: (token) => onSolved(token),
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
    <div className="captcha">
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
