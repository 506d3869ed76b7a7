import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Time } from '../../kit/formats.tsx';
import { Back, Page } from '../../kit/page.tsx';
import { useParams } from '../../kit/router/router.ts';
import { WaitingPage } from '../../kit/states.tsx';
import { t } from '../../words/messages.ts';
import { ReviewReport } from '../reviews/report/review-report.tsx';
import { AdminsOnly } from './admins-only.tsx';
import { adminQueries, type Submission } from './data.ts';
import { DecisionBar, RejectDialog } from './decision-bar.tsx';
import { publicPageOf, useDecide, useGoOn } from './queue.ts';
import { Reports } from './showcase-tab.tsx';

const State = ({ submission }: { submission: Submission }) => {
  const { state, pending_since, decided_at, slug } = submission;
  if (state === 'pending')
    return (
      <>
        {t('admin.queue.waits')} <Time at={pending_since} />
      </>
    );
  return (
    <>
      {t(`admin.state.${state}`)} {decided_at && <Time at={decided_at} />}
      {state === 'approved' && (
        <>
          {' · '}
          <a href={publicPageOf(slug)} target="_blank" rel="noreferrer">
            {t('admin.open_public')}
          </a>
        </>
      )}
    </>
  );
};

const PreviousDecision = ({ submission: { state, note, reports, report_count } }: { submission: Submission }) => (
  <>
    {report_count > 0 && (
      <section className="callout stack" aria-label={t('admin.reports')}>
        <h2>{t('admin.reports.count', { count: report_count })}</h2>
        <Reports reports={reports} />
        {state !== 'rejected' && <p className="fine">{t('admin.reports.hint')}</p>}
      </section>
    )}
    {note && (
      <p className="callout">
        {t('admin.note')} <q>{note}</q>
      </p>
    )}
  </>
);

const Decided = ({ submission }: { submission: Submission }) => {
  const { state, review_id } = submission;
  const isPublic = state === 'approved';
  const { hasNext, goOn } = useGoOn(review_id);
  const decide = useDecide(submission);
  const [isRejecting, setRejecting] = useState(false);
  return (
    <section className="row spread decision" aria-label={t('admin.decide')}>
      <p className="fine">{t(isPublic ? 'admin.decided.public' : 'admin.decided')}</p>
      <div className="row">
        {isPublic && (
          <Button look="danger-quiet" icon={X} disabled={decide.isPending} onClick={() => setRejecting(true)}>
            {t('admin.reject')}
          </Button>
        )}
        <Button onClick={goOn}>{t(hasNext ? 'admin.next' : 'admin.back')}</Button>
      </div>
      {isRejecting && <RejectDialog submission={submission} decide={decide} onClose={() => setRejecting(false)} />}
    </section>
  );
};

const Whole = ({ reviewId }: { reviewId: string }) => {
  const query = useQuery(adminQueries.submission(reviewId));
  const { data } = query;
  if (!data) return <WaitingPage query={query} gone={t('admin.gone')} to="/admin" back={t('admin.back')} />;
  const Bar = data.state === 'pending' ? DecisionBar : Decided;
  return (
    <Page
      title={data.title}
      above={<Back to="/admin">{t('admin.tab.showcase')}</Back>}
      lead={
        <span className="fine">
          <State submission={data} /> · {t('admin.workspace')} <code>{data.workspace_id}</code>{' '}
          <CopyButton text={data.workspace_id} small />
        </span>
      }
    >
      <Bar submission={data} />
      <div className="stack">
        <PreviousDecision submission={data} />
        <p className="fine">{t('admin.as_public')}</p>
        <ReviewReport review={data.review} feedback={data.feedback} facts={data.facts} />
      </div>
    </Page>
  );
};

export const SubmissionPage = () => {
  const { reviewId } = useParams('/admin/showcase/$reviewId');
  return (
    <AdminsOnly>
      <Whole reviewId={reviewId} key={reviewId} />
    </AdminsOnly>
  );
};
