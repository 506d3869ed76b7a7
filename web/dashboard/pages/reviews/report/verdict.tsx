import { bandOf } from '../../../../../functions/reviews/report/in-words.ts';
import { useNumbers } from '../../../kit/numbers.ts';
import { useText } from '../../../words/messages.ts';
import { isRunning } from '../running.ts';
import { isInformed, type ReportedFeedback, type ReportedReview } from './types.ts';

/** An interval of ratings this wide is almost meaningless. */
const WIDE = 2.5;
/** With at least this share of findings without evidence, the score says little. */
const MUCH = 0.25;

const useCalibrationWords = ({ calibration }: ReportedReview): string => {
  const t = useText();
  if (!calibration) return '';
  const { basis, labels } = calibration;
  return basis === 'raw' ? t('review.calibration.raw') : t(`review.calibration.${basis}`, { count: labels });
};

const useRangeWords = (review: ReportedReview): string[] => {
  const t = useText();
  const { score } = useNumbers();
  if (!review.score) return [];
  const { interval, raw } = review.score;
  const [low = 1, high = 5] = interval;
  if (!isInformed(review)) return [t('review.score.raw')];
  return [
    t('review.score.range', { low: score(low), high: score(high) }),
    t('review.score.personas', { raw: score(raw) }),
    ...(high - low > WIDE ? [t('review.score.wide')] : []),
  ];
};

/** Reserves the score's space to avoid layout shift. */
const Pending = () => {
  const t = useText();
  return (
    <section className="card verdict pending" aria-label={t('review.score')}>
      <p className="verdict-value" aria-hidden="true">
        <strong>–</strong> <span>{t('review.score.of')}</span>
      </p>
      <p className="soft">{t('review.score.pending')}</p>
    </section>
  );
};

/** The overall score, its meaning and its basis. */
export const Verdict = ({ review, feedback }: { review: ReportedReview; feedback: ReportedFeedback | undefined }) => {
  const t = useText();
  const { score } = useNumbers();
  const range = useRangeWords(review);
  const calibration = useCalibrationWords(review);
  if (!review.score) return isRunning(review) ? <Pending /> : null;
  const { value } = review.score;
  const isCalibrated = review.calibration?.calibrated ?? false;
  const findings = feedback?.items ?? [];
  const bare = findings.filter(({ grounded }) => !grounded).length;
  return (
    <section className="card verdict" aria-label={t('review.score')}>
      <p className="verdict-value">
        <strong>{score(value)}</strong> <span>{t('review.score.of')}</span>
      </p>
      <div className="stack verdict-words">
        <p className="row">
          <strong>{t(`review.band.${bandOf(value)}`)}</strong>
          <span className={isCalibrated ? 'tag good' : 'tag warn'}>
            {t(isCalibrated ? 'review.calibrated' : 'review.uncalibrated')}
          </span>
        </p>
        <p className="soft">{range.join(' ')}</p>
        <p className="soft">{calibration}</p>
        {bare > 0 && bare / findings.length >= MUCH && (
          <p className="soft">{t('review.score.bare', { bare, count: findings.length })}</p>
        )}
        {review.status === 'partial' && <p className="soft">{t('review.score.partial')}</p>}
      </div>
    </section>
  );
};
