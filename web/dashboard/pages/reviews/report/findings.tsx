import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isInformed } from '../../../../../functions/reviews/report/what-to-fix.ts';
import { Select, Switch } from '../../../kit/form.tsx';
import { Link } from '../../../kit/router/link.tsx';
import { useKeys } from '../../../kit/shortcuts.ts';
import { type MessageKey, t } from '../../../words/messages.ts';
import { ALL, type Arrangement, type Filter, isShown, type Listed, SHOWN, type Shown } from './arrange.ts';
import { calibrationInWords } from './calibration-state.ts';
import { useReport } from './context.ts';
import { Finding } from './finding.tsx';
import { RATINGS } from './rating-scale.tsx';
import { Severity } from './severity.tsx';
import type { Rating, ReportedFeedback, ReportedReview } from './types.ts';

const SHOWN_WORDS: Readonly<Record<Shown, MessageKey>> = {
  all: 'review.show.all',
  4: 'review.severity.4',
  3: 'review.severity.3',
  2: 'review.severity.2',
  1: 'review.severity.1',
  strengths: 'review.show.strengths',
  unrated: 'review.show.unrated',
  bare: 'review.show.bare',
  human: 'review.show.human',
};

const ORDERS = ['urgent', 'useful'] as const;

/** State of the list of all findings. */
export interface ListState {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  filter: Filter;
  setFilter: (filter: Filter) => void;
  /** Shows a finding, wherever it is, and moves the focus to it. */
  goTo: (finding_id: string) => void;
}

const focusOn = (element: HTMLElement) => {
  const folded = element.closest('details:not([open])');
  if (folded) folded.setAttribute('open', '');
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
};

export const useListState = (): ListState => {
  const [isOpen, setOpen] = useState(false);
  const [filter, setFilter] = useState(ALL);
  return useMemo(() => {
    const goTo = (id: string) => {
      const find = () => document.querySelector<HTMLElement>(`[data-finding="${CSS.escape(id)}"]`);
      const first = document.getElementById(`fix-${id}`);
      // A link in the finding itself leads to the list.
      if (first && !first.contains(document.activeElement)) return focusOn(first);
      flushSync(() => setOpen(true));
      if (!find()) flushSync(() => setFilter(ALL));
      const element = find();
      if (element) focusOn(element);
    };
    return { isOpen, setOpen, filter, setFilter, goTo };
  }, [isOpen, filter]);
};

/** Facts are measured, so no one rates them. */
const judgedOf = (items: ReportedFeedback['items']) => items.filter(({ rule }) => !rule);

/** `j` and `k` move between findings, opening the list; a digit rates the focused one. */
const useFindingKeys = ({ feedback: { items }, list: { isOpen, setOpen }, rating }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const step = (by: number) => () => {
    if (!isOpen) flushSync(() => setOpen(true));
    const findings = [...(list.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])].filter((one) =>
      one.checkVisibility(),
    );
    const at = findings.findIndex((one) => one.contains(document.activeElement));
    findings[at < 0 ? 0 : Math.min(findings.length - 1, Math.max(0, at + by))]?.focus();
  };
  const rate = (value: number) => () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-finding]')?.dataset.finding;
    if (id && judgedOf(items).some((one) => one.id === id)) rating?.save(id, value, rating.of(id).comment);
  };
  const digits = rating ? Object.fromEntries(RATINGS.map((one) => [one, rate(one)])) : {};
  useKeys({ j: step(1), k: step(-1), ...digits });
  return list;
};

const Marks = ({ isPredicted }: { isPredicted: boolean }) => (
  <details className="fine marks">
    <summary>{t('review.marks')}</summary>
    <ul className="stack tight">
      <li>{t('review.marks.severity')}</li>
      <li>{t('review.marks.evidence')}</li>
      {isPredicted && <li>{t('review.marks.p')}</li>}
      <li>{t('review.marks.human')}</li>
    </ul>
  </details>
);

interface ProgressProps {
  review: ReportedReview;
  rated: number;
  total: number;
  isRevealed: boolean;
  reveal: (isRevealed: boolean) => void;
}

const RatingProgress = ({ review, rated, total, isRevealed, reveal }: ProgressProps) => {
  const { calibration } = review;
  return (
    <div className="stack tight rate-progress">
      <p role="status">
        {t('review.rated', { rated, total })}. {calibration && t(`calibration.change.${calibration.state}`)}{' '}
        <Link to="/personas/calibration">{t('calibration.more')}</Link>
      </p>
      <progress className="run-progress" max={total} value={rated} aria-labelledby="review-findings" />
      <p className="fine">{t('review.rate.how')}</p>
      {rated < total && isInformed(review) && (
        <Switch
          label={t('review.reveal')}
          hint={t('review.reveal.hint')}
          checked={isRevealed}
          onChange={() => reveal(!isRevealed)}
        />
      )}
    </div>
  );
};

/** A closed list is printed with a line for each finding. */
const InBrief = ({ listed }: { listed: readonly Listed[] }) => {
  const { nameOf } = useReport();
  return (
    <ol className="findings-brief">
      {listed
        .filter(({ number, isRepeat }) => number !== undefined && !isRepeat)
        .map(({ finding, number }) => (
          <li key={finding.id}>
            {number}. <Severity finding={finding} /> <strong>{finding.dimension}</strong>{' '}
            {finding.persona_ids.map(nameOf).join(', ')}: {finding.comment}
          </li>
        ))}
    </ol>
  );
};

interface Props {
  review: ReportedReview;
  feedback: ReportedFeedback;
  listed: Arrangement['listed'];
  list: ListState;
  rating?: Rating | undefined;
}

const usefulFirst = (one: Listed, other: Listed) => (other.finding.p_useful ?? 0) - (one.finding.p_useful ?? 0);

/** All findings; predictions are hidden until rated, so that they don't bias the rating. */
const OpenFindings = ({ review, feedback: { items }, listed, list, rating }: Props) => {
  const { filter, setFilter } = list;
  const [order, setOrder] = useState<(typeof ORDERS)[number]>('urgent');
  const [isRevealed, reveal] = useState(false);
  const isRated = (id: string) => rating !== undefined && rating.of(id).rating !== null;
  const judged = judgedOf(items);
  const rated = judged.filter(({ id }) => isRated(id)).length;
  const isOpen = isInformed(review) && (!rating || isRevealed || rated === judged.length);
  const has = (shown: Shown) =>
    shown === filter.shown ||
    (shown === 'human' && !isOpen
      ? false
      : shown === 'unrated'
        ? rating !== undefined
        : items.some((one) => isShown({ ...ALL, shown }, one)));
  const show = (shown: Shown) =>
    setFilter({ ...filter, shown, unrated: new Set(judged.flatMap(({ id }) => (isRated(id) ? [] : [id]))) });
  const shown = listed.filter(({ finding }) => isShown(filter, finding));
  const kept = shown.filter(({ finding }) => !finding.struck);
  const struck = shown.filter(({ finding }) => finding.struck);
  const finding = ({ finding: one, number, isRepeat }: Listed) => (
    <Finding
      key={one.id}
      finding={one}
      number={number}
      isRepeat={isRepeat}
      rating={rating}
      isPredicted={isOpen || (isInformed(review) && isRated(one.id))}
    />
  );
  return (
    <>
      <div className="row findings-filters">
        <Select
          aria-label={t('review.show')}
          value={String(filter.shown)}
          options={SHOWN.filter(has).map((one) => [String(one), t(SHOWN_WORDS[one])])}
          onChange={(value) => show(SHOWN.find((one) => String(one) === value) ?? 'all')}
        />
        {review.personas.length > 1 && (
          <Select
            aria-label={t('review.persona')}
            value={filter.persona}
            options={[
              ['', t('review.persona.all')],
              ...review.personas.map(({ persona_id, name }) => [persona_id, name] as const),
            ]}
            onChange={(persona) => setFilter({ ...filter, persona })}
          />
        )}
        {isOpen && (
          <Select
            aria-label={t('review.order')}
            value={order}
            options={ORDERS.map((one) => [one, t(`review.order.${one}`)])}
            onChange={setOrder}
          />
        )}
      </div>
      {rating && (
        <RatingProgress review={review} rated={rated} total={judged.length} isRevealed={isRevealed} reveal={reveal} />
      )}
      <Marks isPredicted={isInformed(review)} />
      {shown.length === 0 && <p className="soft">{t('review.show.none')}</p>}
      {(isOpen && order === 'useful' ? kept.toSorted(usefulFirst) : kept).map(finding)}
      {struck.length > 0 && (
        <details className="struck">
          <summary>{t('review.struck', { count: struck.length })}</summary>
          {struck.map(finding)}
        </details>
      )}
    </>
  );
};

/** Closed at first: the conclusion comes first. */
export const Findings = (props: Props) => {
  const { feedback, listed, list, rating } = props;
  const { calibration } = feedback;
  const keys = useFindingKeys(props);
  return (
    <section className="card" aria-labelledby="review-findings">
      <details
        className="findings"
        open={list.isOpen}
        onToggle={({ currentTarget }) => list.setOpen(currentTarget.open)}
      >
        <summary>
          <h2 id="review-findings">{t('review.findings', { count: feedback.items.length })}</h2>{' '}
          <span className="fine">
            {t(rating ? 'review.findings.rate' : 'review.findings.lead')}
            {calibration && ` · ${calibrationInWords(calibration)}`}
          </span>
        </summary>
        <div className="stack" ref={keys}>
          {list.isOpen ? <OpenFindings {...props} /> : <InBrief listed={listed} />}
        </div>
      </details>
    </section>
  );
};
