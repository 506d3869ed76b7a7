import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { MoreButton } from '../../kit/more-button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import { type AccessRequest, adminQueries } from './data.ts';

/** The address is untrusted: nothing in it may add a recipient or a subject. */
const mailto = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;

const Request = ({ request: { email, intent, source, mail_status, created_at } }: { request: AccessRequest }) => {
  const t = useText();
  return (
    <li className="card stack">
      <div className="row spread">
        <a className="asker" href={mailto(email)}>
          {email}
        </a>
        <span className="fine">
          <Time at={created_at} />
        </span>
      </div>
      <p className={intent ? 'request-intent' : 'fine'}>{intent || t('admin.requests.no_intent')}</p>
      <p className="fine">
        {source && `${t('admin.requests.source', { source })} · `}
        {t(`admin.requests.mail.${mail_status}`)}
      </p>
    </li>
  );
};

export const RequestsTab = () => {
  const t = useText();
  const requests = useInfiniteQuery(adminQueries.requests);
  if (requests.error && !requests.data) return <ErrorNote error={requests.error} retry={requests.refetch} />;
  if (!requests.data) return <Skeleton lines={8} />;
  const items = requests.data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !requests.hasNextPage)
    return (
      <EmptyState title={t('admin.requests.empty')}>
        <p>{t('admin.requests.empty.lead')}</p>
      </EmptyState>
    );
  return (
    <>
      <ul className="stack" aria-label={t('admin.tab.requests')}>
        {items.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
      <MoreButton list={requests} />
    </>
  );
};
