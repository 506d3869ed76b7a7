import type { ReactNode } from 'react';
import { ApiError } from '../../../client/index.ts';
import { ErrorNote } from '../../kit/error-note.tsx';
import { isShownInFields } from '../../kit/field.tsx';
import { useLocale, useText } from '../../words/messages.ts';

const SOON_SECONDS = 10;

const Notice = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className="callout demo-refusal" role="alert">
    <p>
      <strong>{title}</strong>
    </p>
    <p>{text}</p>
    {children}
  </div>
);

/** Why the review didn't run, and when or how it can. Field errors are shown at the fields. */
export const Refusal = ({ error, signUpUrl }: { error: unknown; signUpUrl: string }) => {
  const t = useText();
  const locale = useLocale();
  if (isShownInFields(error)) return null;
  if (!(error instanceof ApiError)) return <ErrorNote error={error} />;
  const { status, reason, retryAfterSeconds: seconds = SOON_SECONDS } = error;
  if (reason === 'demo_daily_limit') {
    const style = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const;
    const time = new Intl.DateTimeFormat(locale, style).format(Date.now() + seconds * 1000);
    return (
      <Notice title={t('demo.used_up')} text={t('demo.used_up.when', { time })}>
        <p>
          <a href={signUpUrl} className="button">
            {t('demo.result.sign_up')}
          </a>
        </p>
      </Notice>
    );
  }
  if (status === 429 || status === 503)
    return <Notice title={t('demo.busy')} text={t('demo.busy.when', { seconds: Math.ceil(seconds) })} />;
  if (reason === 'captcha_failed' || reason === 'captcha_required')
    return <Notice title={t('demo.captcha')} text={t('demo.captcha.refused')} />;
  return <ErrorNote error={error} />;
};
