import { useRef, useState } from 'react';
import { Switch } from '../../../kit/field.tsx';
import { useKeys } from '../../../kit/shortcuts.ts';
import { FIGURES } from '../../../words/limits.generated.ts';
import { useText } from '../../../words/messages.ts';
import { arrange, type Filter, ORDERS, type Order, SHOWN, type Shown } from './arrange.ts';
import { Finding } from './finding.tsx';
import { RATINGS } from './rate.tsx';
import { isInformed, type Rating, type ReportedFeedback, type ReportedFinding, type ReportedReview } from './types.ts';

/** `j` and `k` move between findings, a digit rates the focused one. */
const useFindingKeys = (rating: Rating | undefined) => {
  const list = useRef<HTMLDivElement>(null);
  const step = (by: number) => () => {
    const findings = [...(list.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])];
    const at = findings.findIndex((one) => one.contains(document.activeElement));
    findings[at < 0 ? 0 : Math.min(findings.length - 1, Math.max(0, at + by))]?.focus();
  };
  const rate = (value: number) => () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-finding]')?.dataset.finding;
    if (id) rating?.save(id, value, rating.of(id).comment);
  };
  const digits = rating ? Object.fromEntries(RATINGS.map((one) => [one, rate(one)])) : {};
  useKeys({ j: step(1), k: step(-1), ...digits });
  return list;
};

const Marks = () => {
  const t = useText();
  return (
    <details className="fine marks">
      <summary>{t('review.marks')}</summary>
      <ul className="stack">
        <li>{t('review.marks.score')}</li>
        <li>{t('review.marks.evidence')}</li>
        <li>{t('review.marks.p')}</li>
        <li>{t('review.marks.human')}</li>
      </ul>
    </details>
  );
};

const Choice = <One extends string>(props: {
  label: string;
  value: One;
  options: readonly (readonly [One, string])[];
  onChange: (next: One) => void;
}) => (
  <span className="select">
    <select
      aria-label={props.label}
      value={props.value}
      onChange={(event) => {
        const [next] = props.options.find(([one]) => one === event.target.value) ?? [];
        if (next) props.onChange(next);
      }}
    >
      {props.options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  </span>
);

const useCalibrationWords = ({ calibration }: ReportedReview, rated: number): string => {
  const t = useText();
  if (!calibration) return '';
  if (calibration.calibrated) return t('review.calibration.workspace', { count: calibration.labels });
  return rated < FIGURES.firstFit ? t('review.rate.more', { count: FIGURES.firstFit }) : t('review.rate.fitting');
};

interface Props {
  review: ReportedReview;
  feedback: ReportedFeedback;
  rating?: Rating | undefined;
}

/** All findings; predictions are hidden until rated, so that they don't bias the rating. */
export const Findings = ({ review, feedback, rating }: Props) => {
  const t = useText();
  const [order, setOrder] = useState<Order>('persona');
  const [filter, setFilter] = useState<Filter>({ shown: 'all' });
  const [isRevealed, setRevealed] = useState(false);
  const list = useFindingKeys(rating);
  const isRated = (id: string) => rating !== undefined && rating.of(id).rating !== null;
  const total = feedback.items.length;
  const rated = feedback.items.filter(({ id }) => isRated(id)).length;
  const isOpen = rating ? isRevealed || rated === total : isInformed(review);
  const orders = ORDERS.filter((one) => one !== 'useful' || isOpen);
  const filters = SHOWN.filter((one) => (one === 'unrated' ? rating : one === 'human' ? isOpen : true));
  const groups = arrange(review, feedback, orders.includes(order) ? order : 'persona', filter);
  const show = (shown: Shown) =>
    setFilter(
      shown === 'unrated'
        ? { shown, ids: new Set(feedback.items.flatMap(({ id }) => (isRated(id) ? [] : [id]))) }
        : { shown },
    );
  const calibration = useCalibrationWords(review, rated);
  const headingOf = ({ persona_id, dimension }: ReportedFinding) => {
    const { name = '' } = review.personas.find((one) => one.persona_id === persona_id) ?? {};
    if (order === 'dimension') return { heading: name };
    return order === 'persona' ? { heading: dimension } : { heading: dimension, by: name };
  };
  return (
    <section className="stack" aria-labelledby="review-findings">
      <div className="row spread">
        <h2 id="review-findings">{t('review.findings', { count: total })}</h2>
        <div className="row findings-filters">
          <Choice
            label={t('review.order')}
            value={order}
            options={orders.map((one) => [one, t(`review.order.${one}`)])}
            onChange={setOrder}
          />
          <Choice
            label={t('review.show')}
            value={filter.shown}
            options={filters.map((one) => [one, t(`review.show.${one}`)])}
            onChange={show}
          />
        </div>
      </div>
      {rating && (
        <div className="rate-progress">
          <p role="status">
            {t('review.rated', { rated, total })}. {calibration}
          </p>
          <progress className="run-progress" max={total} value={rated} aria-labelledby="review-findings" />
          <p className="fine">{t('review.rate.how')}</p>
          {rated < total && (
            <Switch
              label={t('review.reveal')}
              hint={t('review.reveal.hint')}
              checked={isRevealed}
              onChange={() => setRevealed(!isRevealed)}
            />
          )}
        </div>
      )}
      <Marks />
      {groups.length === 0 && <p className="soft">{t('review.show.none')}</p>}
      <div className="stack" ref={list}>
        {groups.map(({ id, title, findings }) => (
          <section key={id} className="card finding-group" aria-label={title || t(`review.order.${order}`)}>
            {title && (
              <h3>
                <bdi>{title}</bdi>
              </h3>
            )}
            {findings.map((finding) => (
              <Finding key={finding.id} finding={finding} {...headingOf(finding)} rating={rating} isOpen={isOpen} />
            ))}
          </section>
        ))}
      </div>
    </section>
  );
};
