import { CircleAlert } from 'lucide-react';
import { ApiError } from '../../client/index.ts';
import { type Translate, useText } from '../app/messages.ts';
import { CopyButton } from './copy-button.tsx';
import { useHeading } from './page.tsx';

interface Said {
  what: string;
  hint: string;
  requestId?: string | undefined;
}

const ofRefusal = (error: ApiError, t: Translate): Said => {
  const { status, requestId, retryAfterSeconds = 10 } = error;
  const [seconds, minutes] = [Math.ceil(retryAfterSeconds), Math.ceil(retryAfterSeconds / 60)];
  const wait = seconds > 90 ? t('error.limited.hint.minutes', { minutes }) : t('error.limited.hint', { seconds });
  if (status === 404) return { what: t('error.gone'), hint: t('error.gone.hint') };
  if (status === 429) return { what: error.message, hint: wait };
  if (status >= 500) return { what: t('error.ours'), hint: t('error.ours.hint'), requestId };
  const hints = { 403: 'error.forbidden.hint', 409: 'error.conflict.hint' } as const;
  const known = status === 403 || status === 409 ? t(hints[status]) : '';
  return { what: error.message, hint: known, requestId };
};

/** What went wrong and what to do, in words. */
export const inWords = (error: unknown, t: Translate): Said => {
  if (error instanceof ApiError) return ofRefusal(error, t);
  // What fetch throws where no answer came.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
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
  /** Fills the page and has its heading. */
  page?: boolean;
}

export const ErrorNote = ({ error, retry, page = false }: Props) => {
  const t = useText();
  const { what, hint, requestId } = inWords(error, t);
  return (
    <div className={page ? 'error-note whole' : 'error-note'} role="alert">
      <CircleAlert aria-hidden="true" />
      <div>
        {page && <Heading title={t('error.title')} />}
        <p className="what">{what}</p>
        {hint && <p>{hint}</p>}
        {requestId && (
          <p className="request-id">
            {t('error.request')} <code>{requestId}</code> <CopyButton text={requestId} small />
          </p>
        )}
        {retry && (
          <button type="button" className="button" onClick={() => void retry()}>
            {t('error.retry')}
          </button>
        )}
      </div>
    </div>
  );
};
