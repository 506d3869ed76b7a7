import { useNumbers } from '../../../kit/numbers.ts';
import { useText } from '../../../words/messages.ts';
import { Rate } from './rate.tsx';
import { GOOD_FROM, PROBLEM_BELOW, type Rating, type ReportedFinding } from './types.ts';

const KINDS = ['link', 'image', 'button', 'field', 'table', 'list', 'code', 'page', 'screenshot'] as const;

/** Element IDs count from the top: `link-12` is the twelfth link. Others are shown as they are. */
const usePlaceName = () => {
  const t = useText();
  return (element: string): string => {
    const [, word = '', number = ''] = /^(h[1-6]|[a-z]+)-(\d+)$/.exec(element) ?? [];
    const kind = KINDS.find((one) => one === word);
    if (/^h\d$/.test(word)) return t('review.element.heading', { number });
    return kind ? t(`review.element.${kind}`, { number }) : element;
  };
};

const toneOf = (score: number) => (score >= GOOD_FROM ? 'tag good' : score < PROBLEM_BELOW ? 'tag warn' : 'tag');

const Evidence = ({ finding: { quote, element, grounded } }: { finding: ReportedFinding }) => {
  const t = useText();
  const nameOf = usePlaceName();
  if (!quote && !element) return <p className="fine">{t('review.finding.bare')}</p>;
  return (
    <>
      {quote && (
        <blockquote className="words finding-quote" dir="auto">
          {quote}
        </blockquote>
      )}
      {element && <p className="fine">{t('review.finding.at', { place: nameOf(element) })}</p>}
      {!grounded && <p className="finding-loose">{t(quote ? 'review.finding.loose' : 'review.finding.nowhere')}</p>}
    </>
  );
};

/** The predicted usefulness and its interval. */
const Expected = ({ finding: { p_useful, interval, needs_human, calibrated } }: { finding: ReportedFinding }) => {
  const t = useText();
  const { percent } = useNumbers();
  if (p_useful === null) return null;
  const [low = 0, high = 1] = interval ?? [];
  return (
    <p className="finding-expected">
      <strong>{t('review.p', { p: percent(p_useful) })}</strong>{' '}
      <svg className="expected-range" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" width="100" height="6" />
        <rect className="range" x={low * 100} width={(high - low) * 100} height="6" />
        <rect className="point" x={Math.min(98.5, p_useful * 98.5)} width="1.5" height="6" />
      </svg>
      <span className="fine">
        {t('review.p.range', { low: percent(low), high: percent(high) })}{' '}
        {t(calibrated ? 'review.p.calibrated' : 'review.p.uncalibrated')}{' '}
        {t(needs_human ? 'review.needs_human' : 'review.no_human')}
      </span>
    </p>
  );
};

interface Props {
  finding: ReportedFinding;
  /** The dimension or persona that the group's heading doesn't show. */
  heading: string;
  /** The persona, if the heading shows neither. */
  by?: string;
  rating?: Rating | undefined;
  /** Whether the prediction is visible before rating. */
  isOpen: boolean;
}

export const Finding = ({ finding, heading, by, rating, isOpen }: Props) => {
  const t = useText();
  const numbers = useNumbers();
  const { id, dimension, score, comment, suggestion } = finding;
  const own = rating?.of(id);
  const isRated = own !== undefined && own.rating !== null;
  return (
    <article className="finding" aria-labelledby={`finding-${id}`} data-finding={id} tabIndex={-1}>
      <header className="row spread">
        <h4 id={`finding-${id}`}>
          <bdi>{heading}</bdi> {by && <span className="fine">{by}</span>}
        </h4>
        <span className={toneOf(score)}>{t('review.finding.score', { score: numbers.score(score) })}</span>
      </header>
      <div className="finding-said">
        <p className="words" dir="auto">
          {comment}
        </p>
        <Evidence finding={finding} />
        {suggestion && (
          <p className="words" dir="auto">
            <strong>{t('review.finding.try')}</strong> {suggestion}
          </p>
        )}
      </div>
      <div className="finding-worth">
        {own && rating && (
          <Rate id={id} name={dimension} {...own} save={(value, words) => rating.save(id, value, words)} />
        )}
        {(isOpen || isRated) && <Expected finding={finding} />}
      </div>
    </article>
  );
};
