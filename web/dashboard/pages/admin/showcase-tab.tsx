import { useInfiniteQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { formatScore, Time } from '../../kit/formats.tsx';
import { PagedList } from '../../kit/paged-list.tsx';
import { Link } from '../../kit/router/link.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { t } from '../../words/messages.ts';
import { adminQueries, type Pending } from './data.ts';

export const Reports = ({ reports }: { reports: Pending['reports'] }) => (
  <ul className="reports">
    {reports.map(({ reason, reported_at }, index) => (
      <li key={`${reported_at}-${index}`}>
        <q>{reason}</q>{' '}
        <span className="fine">
          <Time at={reported_at} />
        </span>
      </li>
    ))}
  </ul>
);

const Entry = ({ entry }: { entry: Pending }) => {
  const { review_id, title, summary, score, basis, ai_live, personas, pending_since, report_count, reports } = entry;
  return (
    <li className="card tile queue-entry">
      <span className="queue-score">
        <span className="visually-hidden">{t('admin.queue.score')} </span>
        {score === null ? '–' : formatScore(score)}
      </span>
      <div className="stack tight">
        <div>
          <h2>
            <Link to="/admin/showcase/$reviewId" params={{ reviewId: review_id }}>
              {title}
            </Link>
          </h2>
          <p className="fine">
            {t('admin.queue.waits')} <Time at={pending_since} /> · {t('admin.queue.personas', { count: personas })}
            {basis && ` · ${t(`admin.queue.scale.${basis}`)}`}
            {ai_live === false && ` · ${t('admin.queue.heuristics')}`}
          </p>
        </div>
        {summary && <p className="soft">{summary}</p>}
        {report_count > 0 && (
          <>
            <p className="tag warn">
              <Flag aria-hidden="true" /> {t('admin.reports.count', { count: report_count })}
            </p>
            <Reports reports={reports} />
          </>
        )}
      </div>
    </li>
  );
};

export const ShowcaseTab = () => {
  const empty = <EmptyState title={t('admin.queue.empty')}>{t('admin.queue.empty.lead')}</EmptyState>;
  return (
    <PagedList
      list={useInfiniteQuery(adminQueries.queue)}
      label={t('admin.tab.showcase')}
      className="stack"
      lines={8}
      empty={empty}
    >
      {(entry) => <Entry key={entry.review_id} entry={entry} />}
    </PagedList>
  );
};
