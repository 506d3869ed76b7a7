import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../client/index.ts';
import { type Translate, useText } from '../words/messages.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { useHeading } from './page.tsx';
import { inOurs } from './said.tsx';

/** Missing or not visible to the user: the service doesn't say which. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

interface Message {
  what: string;
  lang?: 'en';
  hint: string;
  requestId?: string | undefined;
}

const inOurWords = ({ status, body, detail, code, values }: ApiError, hint: string, t: Translate): Message => {
  if (body.detail === undefined) return { what: t('error.answered', { status }), hint };
  const items = typeof detail === 'string' ? [{ loc: [], msg: detail, code, values }] : detail;
  const told = items.map(({ loc, msg, ...coded }) => ({ ...inOurs(msg, [coded]), place: loc.slice(1).join('.') }));
  const what = told.map(({ text, place }) => (place ? `${place}: ${text}` : text)).join(' ');
  if (told.every(({ lang }) => lang === undefined)) return { what, hint };
  return { what, lang: 'en', hint: `${hint} ${t('error.untranslated')}`.trim() };
};

const ofRefusal = (error: ApiError, t: Translate): Message => {
  const { status, requestId, retryAfterSeconds = 10 } = error;
  const [seconds, minutes] = [Math.ceil(retryAfterSeconds), Math.ceil(retryAfterSeconds / 60)];
  const wait = seconds > 90 ? t('error.limited.hint.minutes', { minutes }) : t('error.limited.hint', { seconds });
  if (status === 404) return { what: t('error.gone'), hint: t('error.gone.hint') };
  if (status === 429) return inOurWords(error, wait, t);
  if (status >= 500) return { what: t('error.ours'), hint: t('error.ours.hint'), requestId };
  const isRole = error.code === 'insufficient_role';
  return { ...inOurWords(error, isRole ? t('error.forbidden.hint') : '', t), requestId };
};

export const inWords = (error: unknown, t: Translate): Message => {
  if (error instanceof ApiError) return ofRefusal(error, t);
  // Thrown by fetch if there was no response.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
    return { what: t('error.unreachable'), hint: t('error.unreachable.hint') };
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { what: t('error.unreachable'), hint: t('error.unreachable.hint') };
  return { what: error instanceof Error ? error.message : String(error), hint: t('error.bug.hint') };
};

const Heading = ({ title }: { title: string }) => (
  <h1 ref={useHeading(title)} tabIndex={-1}>
    {title}
  </h1>
);

interface Props {
  error: unknown;
  retry?: () => unknown;
  page?: boolean;
}

export const ErrorNote = ({ error, retry, page = false }: Props) => {
  const t = useText();
  const { what, lang, hint, requestId } = inWords(error, t);
  return (
    <div className={page ? 'error-note whole' : 'error-note'} role="alert">
      <CircleAlert aria-hidden="true" />
      <div>
        {page && <Heading title={t('error.title')} />}
        <p className="what" lang={lang}>
          {what}
        </p>
        {hint && <p>{hint}</p>}
        {requestId && (
          <p className="request-id">
            {t('error.request')} <code>{requestId}</code> <CopyButton text={requestId} small />
          </p>
        )}
        {retry && <Button onClick={() => void retry()}>{t('error.retry')}</Button>}
      </div>
    </div>
  );
};

export const FailedPage = ({ error, retry, back }: { error: unknown; retry: () => unknown; back: ReactNode }) => (
  <>
    <ErrorNote error={error} retry={retry} page />
    <p className="page-way-out">{back}</p>
  </>
);
