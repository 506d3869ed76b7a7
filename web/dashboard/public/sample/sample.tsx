import { Page } from '../../kit/page.tsx';
import { ReviewReport } from '../../pages/reviews/report/review-report.tsx';
import type { ReportedFacts, ReportedFeedback, ReportedReview } from '../../pages/reviews/report/types.ts';
import { t } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import { PrintButton } from '../print-button.tsx';
import { PublicLink } from '../public-link.tsx';
import sample from './review.generated.json' with { type: 'json' };

/** Answers of the service, which `test/reviews/replay` wrote. */
const { review, feedback, facts } = sample as unknown as {
  review: ReportedReview;
  feedback: ReportedFeedback;
  facts: ReportedFacts;
};

export const SamplePage = () => {
  useDescription(t('sample.description'));
  return (
    <Page title={review.title} above={t('sample.title')} lead={t('sample.lead')} actions={<PrintButton />}>
      <div className="stack loose">
        <div lang="en">
          <ReviewReport review={review} feedback={feedback} facts={facts} />
        </div>
        <p>
          <PublicLink to="/try" className="button primary">
            {t('demo.title')}
          </PublicLink>
        </p>
      </div>
    </Page>
  );
};
