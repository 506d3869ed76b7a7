import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../client/index.ts';
import { t } from '../words/messages.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { OfflineError } from './online.ts';
import { Page, useHeading } from './page.tsx';
import { Link } from './router/link.tsx';
import { inOurs } from './said.tsx';

/** Missing or not visible to the user: the service doesn't say which. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * For a list's entry that someone else removed, or this page, whose answer was lost: it counts as removed once its list
 * is read again. That fails if the user lost access to the list.
 */
export const refetchIfGone =
  (queries: QueryClient, queryKey: QueryKey) =>
  async (error: unknown): Promise<undefined> => {
    if (!isNotFound(error)) throw error;
    await queries.invalidateQueries({ queryKey }, { throwOnError: true });
  };

/** A secret that can be rotated, but no longer shown. */
export const isRetired = (error: unknown): boolean => error instanceof ApiError && error.code === 'server_key_retired';

/** As the service refuses everything of a workspace that was deleted or that the user was removed from. */
const isOutside = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ApiError && error.code === 'workspace_deleted');

const RATE_LIMITS: readonly unknown[] = ['ip_rate_limit', 'credential_rate_limit', 'rate_limited'];

interface Message {
  what: string;
  lang?: 'en';
  hint: string;
  requestId?: string | undefined;
}

const inOurWords = ({ status, body, detail, code, values }: ApiError, hint: string): Message => {
  if (body.detail === undefined) return { what: t('error.answered', { status }), hint };
  const items = typeof detail === 'string' ? [{ loc: [], msg: detail, code, values }] : detail;
  const told = items.map(({ loc, msg, ...coded }) => ({ ...inOurs(msg, [coded]), place: loc.slice(1).join('.') }));
  const what = told.map(({ text, place }) => (place ? `${place}: ${text}` : text)).join(' ');
  if (told.every(({ lang }) => lang === undefined)) return { what, hint };
  return { what, lang: 'en', hint: `${hint} ${t('error.untranslated')}`.trim() };
};

const ofRefusal = (error: ApiError): Message => {
  const { status, requestId, retryAfterSeconds = 10 } = error;
  const hint = t(requestId ? 'error.ours.hint' : 'error.ours.hint.unnamed');
  const [seconds, minutes] = [Math.ceil(retryAfterSeconds), Math.ceil(retryAfterSeconds / 60)];
  const wait = seconds > 90 ? t('error.limited.hint.minutes', { minutes }) : t('error.limited.hint', { seconds });
  if (status === 404) return { what: t('error.gone'), hint: t('error.gone.hint') };
  // The service's own words tell programs which header to read.
  if (RATE_LIMITS.includes(error.code)) return { what: t('error.limited'), hint: wait };
  if (status === 429) return { ...inOurWords(error, wait), requestId };
  if (status >= 500) return { what: t('error.ours'), hint, requestId };
  const isRole = error.code === 'insufficient_role';
  return { ...inOurWords(error, isRole ? t('error.forbidden.hint') : ''), requestId };
};

export const inWords = (error: unknown): Message => {
  if (error instanceof ApiError) return ofRefusal(error);
  if (error instanceof OfflineError) return { what: t('error.offline'), hint: t('error.offline.hint') };
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

export const RequestId = ({ id }: { id: string }) => {
  const name = t('error.request');
  return (
    <p className="request-id">
      {name} <code>{id}</code> <CopyButton text={id} of={name} small />
    </p>
  );
};

interface ErrorProps {
  error: unknown;
  retry?: () => unknown;
  page?: boolean;
}

export const ErrorNote = ({ error, retry, page = false }: ErrorProps) => {
  const { what, lang, hint, requestId } = inWords(error);
  return (
    <div className={page ? 'error-note whole' : 'error-note'} role="alert" data-outside={isOutside(error) || undefined}>
      <CircleAlert aria-hidden="true" />
      <div>
        {page && <Heading title={t('error.title')} />}
        <p className="what" lang={lang}>
          {what}
        </p>
        {hint && <p>{hint}</p>}
        {requestId && <RequestId id={requestId} />}
        {retry && <Button onClick={() => void retry()}>{t('error.retry')}</Button>}
      </div>
    </div>
  );
};

interface SignpostProps {
  title: string;
  what: string;
  to: '/admin' | '/inbox' | '/personas' | '/reviews' | '/sites';
  back: string;
  look?: string;
  role?: 'alert';
}

/** Instead of a page that can't be shown. */
export const Signpost = ({ title, what, to, back, look = 'button primary', role }: SignpostProps) => (
  <Page title={title}>
    <div className="stack" role={role}>
      <p>{what}</p>
      <p>
        <Link to={to} className={look}>
          {back}
        </Link>
      </p>
    </div>
  </Page>
);

interface WaitingPageProps extends Pick<WaitingProps, 'query'>, Pick<SignpostProps, 'to' | 'back'> {
  /** The title if there is nothing at the address. */
  gone: string;
}

/** Instead of a page whose data is loading or failed. */
export const WaitingPage = ({ query: { error, refetch }, gone, to, back }: WaitingPageProps) => {
  if (!error) return <PageSkeleton />;
  if (isNotFound(error)) return <Signpost title={gone} what={t('error.gone.page')} {...{ to, back }} role="alert" />;
  return (
    <>
      <ErrorNote error={error} retry={refetch} page />
      <p className="page-way-out">
        <Link to={to} className="button primary">
          {back}
        </Link>
      </p>
    </>
  );
};

export const Skeleton = ({ lines = 3, as }: { lines?: number; as?: 'rows' | 'headed' }) => (
  <div className={as ? `skeleton ${as}` : 'skeleton'} role="status" aria-label={t('shell.loading')}>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} />
    ))}
  </div>
);

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
