import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Flag } from 'lucide-react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { MoreButton } from '../../kit/more-button.tsx';
import { useNumbers } from '../../kit/numbers.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import { adminQueries, type Pending } from './data.ts';
import { Reports } from './reports.tsx';

const Score = ({ score }: { score: number | null }) => {
  const t = useText();
  const numbers = useNumbers();
  return (
    <span className="queue-score">
      <span className="visually-hidden">{t('admin.queue.score')} </span>
      {score === null ? '–' : numbers.score(score)}
    </span>
  );
};

const Entry = ({ entry }: { entry: Pending }) => {
  const t = useText();
  const { review_id, title, summary, ai_live, personas, pending_since, report_count, reports } = entry;
  return (
    <li className="card queue-entry">
      <Score score={entry.score} />
      <div className="stack">
        <div>
          <h2>
            <Link to="/admin/showcase/$reviewId" params={{ reviewId: review_id }}>
              {title}
            </Link>
          </h2>
          <p className="fine">
            {t('admin.queue.waits')} <Time at={pending_since} /> · {t('admin.queue.personas', { count: personas })}
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
  const t = useText();
  const queue = useInfiniteQuery(adminQueries.queue);
  if (queue.error && !queue.data) return <ErrorNote error={queue.error} retry={queue.refetch} />;
  if (!queue.data) return <Skeleton lines={8} />;
  const entries = queue.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0 && !queue.hasNextPage)
    return (
      <EmptyState title={t('admin.queue.empty')}>
        <p>{t('admin.queue.empty.lead')}</p>
      </EmptyState>
    );
  return (
    <>
      <ul className="stack" aria-label={t('admin.tab.showcase')}>
        {entries.map((entry) => (
          <Entry key={entry.review_id} entry={entry} />
        ))}
      </ul>
      <MoreButton list={queue} />
    </>
  );
};
