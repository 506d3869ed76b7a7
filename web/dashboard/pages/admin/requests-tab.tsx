import { useInfiniteQuery } from '@tanstack/react-query';
import { Time } from '../../kit/formats.tsx';
import { PagedList } from '../../kit/paged-list.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { t } from '../../words/messages.ts';
import { type AccessRequest, adminQueries } from './data.ts';

/** The address is untrusted: nothing in it may add a recipient or a subject. */
const mailto = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;

const Request = ({ request: { email, intent, source, mail_status, created_at } }: { request: AccessRequest }) => (
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

export const RequestsTab = () => {
  const empty = <EmptyState title={t('admin.requests.empty')}>{t('admin.requests.empty.lead')}</EmptyState>;
  return (
    <PagedList
      list={useInfiniteQuery(adminQueries.requests)}
      label={t('admin.tab.requests')}
      className="stack"
      lines={8}
      empty={empty}
    >
      {(request) => <Request key={request.id} request={request} />}
    </PagedList>
  );
};
