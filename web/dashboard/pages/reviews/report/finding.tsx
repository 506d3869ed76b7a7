import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { tellingInterval } from '../../../../../functions/reviews/report/what-to-fix.ts';
import { Button } from '../../../kit/button.tsx';
import { useStoredText } from '../../../kit/drafts.ts';
import { Form, TextArea } from '../../../kit/form.tsx';
import { formatPercent } from '../../../kit/formats.tsx';
import { LIMITS } from '../../../words/limits.generated.ts';
import { t } from '../../../words/messages.ts';
import { SaidBy, Why } from './conclusion.tsx';
import { Evidence } from './evidence.tsx';
import { useFindingAction } from './finding-action.ts';
import { Fix } from './fix.tsx';
import { RatingScale } from './rating-scale.tsx';
import { Effort, Severity } from './severity.tsx';
import type { Rating, ReportedFinding } from './types.ts';

const Expected = ({ finding }: { finding: ReportedFinding }) => {
  const { p_useful, needs_human } = finding;
  if (p_useful === null) return null;
  const interval = tellingInterval(finding);
  const [low = 0, high = 0] = interval ?? [];
  return (
    <p className="finding-expected">
      <strong>{t('review.p', { p: formatPercent(p_useful) })}</strong>{' '}
      <svg className="expected-range" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" width="100" height="6" />
        {interval && <rect className="range" x={low * 100} width={(high - low) * 100} height="6" />}
        <rect className="point" x={Math.min(98.5, p_useful * 98.5)} width="1.5" height="6" />
      </svg>
      <span className="fine">
        {interval && t('review.p.range', { low: formatPercent(low), high: formatPercent(high) })}{' '}
        {t(needs_human ? 'review.needs_human' : 'review.no_human')}
      </span>
    </p>
  );
};

interface RateProps {
  id: string;
  /** Accessible name of the rated finding. */
  name: string;
  rating: number | null;
  comment: string;
  save: (rating: number, comment: string) => void;
}

interface CommentProps {
  id: string;
  comment: string;
  save: (text: string) => void;
  onClose: () => void;
}

const Comment = ({ id, comment, save, onClose }: CommentProps) => {
  // Kept until the service has it: an error can arrive after the field has closed.
  const [text, setText] = useStoredText(`rating.${id}`, comment);
  const submit = () => {
    save(text.trim());
    onClose();
  };
  const cancel = () => {
    setText(comment);
    onClose();
  };
  return (
    <Form action={t('common.save')} onSubmit={submit} onCancel={cancel}>
      <TextArea
        label={t('review.rate.comment')}
        hint={t('review.rate.comment.hint')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={LIMITS.rateFeedback.comment}
        autoFocus
      />
    </Form>
  );
};

const Rate = ({ id, name, rating, comment, save }: RateProps) => {
  const [isWriting, setWriting] = useState(false);
  const write = t(comment ? 'review.rate.comment.change' : 'review.rate.comment.add');
  return (
    <div className="stack tight rate">
      <RatingScale
        id={id}
        question={t('review.rate.ask')}
        about={name}
        labels={{ of: (one) => t(`review.rate.${one}`), low: t('review.rate.low'), high: t('review.rate.high') }}
        rating={rating}
        onRate={(one) => save(one, comment)}
      />
      {rating !== null && <p className="rate-given">{t('review.rate.given', { rating })}</p>}
      {comment && !isWriting && (
        <p className="fine words rate-comment" dir="auto">
          {comment}
        </p>
      )}
      {rating !== null && isWriting && (
        <Comment id={id} comment={comment} save={(text) => save(rating, text)} onClose={() => setWriting(false)} />
      )}
      {rating !== null && !isWriting && (
        <Button
          look="quiet rate-comment-button"
          icon={MessageSquarePlus}
          aria-label={write}
          title={write}
          onClick={() => setWriting(true)}
        />
      )}
    </div>
  );
};

const Struck = ({ struck: { quote, reason } }: { struck: NonNullable<ReportedFinding['struck']> }) => (
  <div className="stack tight">
    <p className="words" dir="auto">
      <strong>{t('review.struck.why')}</strong> {reason}
    </p>
    <blockquote className="words finding-quote" dir="auto">
      {quote}
    </blockquote>
  </div>
);

interface Props {
  finding: ReportedFinding;
  number?: number | undefined;
  /** It says the same as another finding with this number. */
  isRepeat?: boolean;
  rating?: Rating | undefined;
  isPredicted: boolean;
}

export const Finding = ({ finding, number, isRepeat = false, rating, isPredicted }: Props) => {
  const { id, dimension, comment, fix, struck } = finding;
  const action = useFindingAction();
  const own = rating?.of(id);
  return (
    <article
      className={isRepeat ? 'finding repeat' : 'finding'}
      aria-labelledby={`finding-${id}`}
      data-finding={id}
      data-about={id}
      tabIndex={-1}
    >
      <header>
        <h3 id={`finding-${id}`} className="row tight">
          {number !== undefined && !isRepeat && <span className="finding-number">{number}</span>}
          <bdi>{dimension}</bdi>
          <Severity finding={finding} />
          <Effort finding={finding} />
        </h3>
        {isRepeat && <p className="fine">{t('review.same_as', { number: number ?? 0 })}</p>}
      </header>
      <div className="stack tight finding-said">
        <Evidence finding={finding} />
        <p className="words" dir="auto">
          {comment}
        </p>
        {fix && <Fix fix={fix} isOfRule={Boolean(finding.rule)} />}
        <Why finding={finding} />
        {struck && <Struck struck={struck} />}
        <SaidBy finding={finding} />
        {!isRepeat && action(finding)}
      </div>
      <div className="finding-worth">
        {own && rating && !finding.rule && (
          <Rate id={id} name={dimension} {...own} save={(value, words) => rating.save(id, value, words)} />
        )}
        {isPredicted && <Expected finding={finding} />}
      </div>
    </article>
  );
};
