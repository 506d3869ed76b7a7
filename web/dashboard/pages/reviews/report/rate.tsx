import { MessageSquarePlus } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { TextArea } from '../../../kit/field.tsx';
import { useStoredText } from '../../../kit/stored-text.ts';
import { LIMITS } from '../../../words/limits.generated.ts';
import { useText } from '../../../words/messages.ts';

export const RATINGS = [1, 2, 3, 4, 5] as const;

interface Props {
  id: string;
  /** Accessible name of the rated finding. */
  name: string;
  rating: number | null;
  comment: string;
  save: (rating: number, comment: string) => void;
}

/** Arrow keys move without rating, so that passing over a value doesn't choose it; digits rate at once. */
const walk = (event: KeyboardEvent<HTMLFieldSetElement>) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const inputs = [...event.currentTarget.querySelectorAll('input')];
  const at = inputs.findIndex((input) => input.matches(':focus'));
  if (/^[1-5]$/.test(event.key)) inputs[Number(event.key) - 1]?.click();
  else if (step) inputs[(at + step + inputs.length) % inputs.length]?.focus();
  else return;
  event.preventDefault();
};

const Comment = ({
  id,
  comment,
  save,
  onClose,
}: {
  id: string;
  comment: string;
  save: (text: string) => void;
  onClose: () => void;
}) => {
  const t = useText();
  // Kept until the service has it: an error can arrive after the field has closed.
  const [text, setText] = useStoredText(`rating.${id}`, comment);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(text.trim());
    onClose();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextArea
        label={t('review.rate.comment')}
        hint={t('review.rate.comment.hint')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={LIMITS.rateFeedback.comment}
        autoFocus
      />
      <div className="row">
        <button type="submit" className="button primary">
          {t('common.save')}
        </button>
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            setText(comment);
            onClose();
          }}
        >
          {t('common.cancel')}
        </button>
      </div>
    </form>
  );
};

/** Rates a finding's usefulness with one click. */
export const Rate = ({ id, name, rating, comment, save }: Props) => {
  const t = useText();
  const [isWriting, setWriting] = useState(false);
  const write = t(comment ? 'review.rate.comment.change' : 'review.rate.comment.add');
  return (
    <div className="rate">
      <fieldset onKeyDown={walk}>
        <legend>
          {t('review.rate.ask')} <span className="visually-hidden">{name}</span>
        </legend>
        <div className="segments rate-scale">
          {RATINGS.map((one) => (
            <label key={one} title={t(`review.rate.${one}`)}>
              <input
                type="radio"
                name={`rating-${id}`}
                value={one}
                checked={rating === one}
                onChange={() => save(one, comment)}
                aria-label={t(`review.rate.${one}`)}
              />
              <span>{one}</span>
            </label>
          ))}
        </div>
        <p className="rate-ends" aria-hidden="true">
          <span>{t('review.rate.low')}</span>
          <span>{t('review.rate.high')}</span>
        </p>
      </fieldset>
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
        <button
          type="button"
          className="button quiet icon-only rate-comment-button"
          aria-label={write}
          title={write}
          onClick={() => setWriting(true)}
        >
          <MessageSquarePlus aria-hidden="true" />
        </button>
      )}
    </div>
  );
};
