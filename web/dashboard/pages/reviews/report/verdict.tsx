import { bandOf } from '../../../../../functions/reviews/report/in-words.ts';
import { Day, formatCount, formatScore } from '../../../kit/formats.tsx';
import { t } from '../../../words/messages.ts';
import { isRunning } from '../data.ts';
import { Statement } from './conclusion.tsx';
import type { ReportedReview } from './types.ts';

/** Reserves the verdict's space to avoid layout shift. */
const Pending = () => (
  <section className="card verdict pending" aria-label={t('review.verdict')}>
    <p className="soft">{t('review.score.pending')}</p>
  </section>
);

const AnsweredBy = ({ review: { ai_live, model, tokens, completed_at, score } }: { review: ReportedReview }) => {
  if (ai_live === null) return null;
  const spent = tokens && {
    input: formatCount(tokens.input),
    cached: formatCount(tokens.cached ?? 0),
    output: formatCount(tokens.output),
  };
  return (
    <p className="fine answered-by">
      {ai_live && (model ? t('review.answered', { model }) : t('review.answered.ai'))}
      {!ai_live && t('review.answered.rules')}
      {completed_at && (
        <>
          {' · '}
          <Day at={completed_at} />
        </>
      )}
      {ai_live && spent && <> · {t('review.tokens', spent)}</>}
      <br />
      {ai_live ? t('review.ai') : !score && t('review.not_live')}
    </p>
  );
};

/** The closing sentences, or the score's meaning if no model wrote any, and who answered. */
export const Verdict = ({ review }: { review: ReportedReview }) => {
  const { score, conclusion } = review;
  if (isRunning(review)) return <Pending />;
  const statements = conclusion?.verdict ?? [];
  if (!score && statements.length === 0) return <AnsweredBy review={review} />;
  return (
    <section className="card verdict" aria-labelledby="review-verdict">
      {score && (
        <div>
          <p className="verdict-value">
            <strong>{formatScore(score.value)}</strong> <span>{t('review.score.of')}</span>
          </p>
          <p className="fine">{t(`review.scale.${score.basis}`)}</p>
        </div>
      )}
      <div className="stack verdict-words">
        <h2 id="review-verdict">{t('review.verdict')}</h2>
        {statements.map((statement) => (
          <p key={statement.text}>
            <Statement statement={statement} />
          </p>
        ))}
        {statements.length === 0 && score && <p>{t(`review.band.${bandOf(score.raw)}`)}</p>}
        <AnsweredBy review={review} />
      </div>
    </section>
  );
};
