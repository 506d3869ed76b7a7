import type { KeyboardEvent } from 'react';

export const RATINGS = [1, 2, 3, 4, 5] as const;

/** Arrow keys move without rating, so that passing over a value doesn't choose it; digits rate at once. */
const walk = (event: KeyboardEvent<HTMLFieldSetElement>) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const inputs = [...event.currentTarget.querySelectorAll('input')];
  const at = inputs.findIndex((input) => input.matches(':focus'));
  if (/^[1-5]$/.test(event.key)) inputs[Number(event.key) - 1]?.click();
  else if (step) inputs[(at + step + inputs.length) % inputs.length]?.focus();
  else return;
  event.preventDefault();
};

interface Props {
  /** Unique on the page. */
  id: string;
  question: string;
  /** For screen readers. */
  about?: string;
  labels: { of: (rating: (typeof RATINGS)[number]) => string; low: string; high: string };
  rating: number | null;
  onRate: (rating: number) => void;
}

export const RatingScale = ({ id, question, about, labels, rating, onRate }: Props) => (
  <fieldset onKeyDown={walk}>
    <legend>
      {question} {about && <span className="visually-hidden">{about}</span>}
    </legend>
    <div className="segments rate-scale">
      {RATINGS.map((one) => (
        <label key={one} title={labels.of(one)}>
          <input
            type="radio"
            name={`rating-${id}`}
            value={one}
            checked={rating === one}
            onChange={() => onRate(one)}
            aria-label={labels.of(one)}
          />
          <span>{one}</span>
        </label>
      ))}
    </div>
    <p className="rate-ends" aria-hidden="true">
      <span>{labels.low}</span>
      <span>{labels.high}</span>
    </p>
  </fieldset>
);
