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

interface ErrorProps {
  error: unknown;
  retry?: () => unknown;
  page?: boolean;
}

export const ErrorNote = ({ error, retry, page = false }: ErrorProps) => {
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

export const Skeleton = ({ lines = 3, as }: { lines?: number; as?: 'rows' | 'headed' }) => {
  const t = useText();
  return (
    <div className={as ? `skeleton ${as}` : 'skeleton'} role="status" aria-label={t('shell.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
};

export const PageSkeleton = () => (
  <div className="page">
    <Skeleton lines={6} as="headed" />
  </div>
);

interface WaitingProps {
  query: { error: unknown; refetch: () => unknown };
  lines?: number;
  as?: 'rows';
}

export const Waiting = ({ query: { error, refetch }, lines, as }: WaitingProps) => {
  if (error) return <ErrorNote error={error} retry={refetch} page={lines === undefined} />;
  return lines === undefined ? <PageSkeleton /> : <Skeleton lines={lines} {...(as && { as })} />;
};

export const EmptyState = ({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) => (
  <div className="empty-state">
    <svg viewBox="0 0 120 80" aria-hidden="true">
      <rect x="8" y="6" width="72" height="68" rx="6" className="sheet" />
      <path d="M20 22h48M20 34h40M20 46h48M20 58h28" className="lines" />
      <path d="M86 18h22a4 4 0 0 1 4 4v26l-10 10H86a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4z" className="note" />
    </svg>
    <h2>{title}</h2>
    <div>{children}</div>
    {action}
  </div>
);
