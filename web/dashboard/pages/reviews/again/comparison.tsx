import './comparison.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OutputOf } from '../../../../client/index.ts';
import { useNumbers } from '../../../kit/formats.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { useText } from '../../../words/messages.ts';
import type { FeedbackList, Review } from '../data.ts';
import { isRunning } from '../data.ts';
import { FindingLink } from '../report/finding-link.tsx';

type Compared = OutputOf<'compareReview'>;
type Finding = FeedbackList['items'][number];
type Group = 'fixed' | 'still' | 'unnamed' | 'new' | 'worse';

const useComparison = ({ id, previous_id, status }: Review) => {
  const { workspace, service } = useWorkspace();
  const { data: compared } = useQuery({
    queryKey: [workspace.id, 'review', id, 'compare', status],
    queryFn: ({ signal }) => service.compareReview({ review_id: id }, { signal }),
    enabled: previous_id !== null && !isRunning({ status }),
    // The previous review may be deleted or running again: there is nothing to compare then.
    retry: false,
  });
  const { data: before } = useQuery({
    queryKey: [workspace.id, 'review', previous_id, 'feedback', 'compared'],
    queryFn: ({ signal }) => service.listFeedback({ review_id: previous_id ?? '' }, { signal }),
    enabled: compared !== undefined,
  });
  return { compared, before };
};

/** Of the previous faults, and after a gap the new ones, as wide as they are many. */
const Bar = ({ counts }: { counts: Readonly<Record<Group, number>> }) => {
  const parts = (['fixed', 'unnamed', 'still', 'new'] as const).filter((group) => counts[group] > 0);
  const total = parts.reduce((sum, group) => sum + counts[group], 0);
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, group) => sum + counts[group], 0));
  return (
    <svg
      className="comparison-bar"
      viewBox={`0 0 ${Math.max(1, total)} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {parts.map((group, at) => (
        <rect key={group} className={`is-${group}`} x={starts[at]} width={counts[group]} height="1" />
      ))}
    </svg>
  );
};

const cut = (text: string) => (text.length > 160 ? `${text.slice(0, 158).toWellFormed().trimEnd()} …` : text);

const Said = ({ finding, children }: { finding: Finding; children?: ReactNode }) => (
  <li className="stack tight">
    <span dir="auto">
      <strong>{finding.dimension}</strong> {cut(finding.comment)}
    </span>
    {children}
  </li>
);

const NoteLink = ({ id }: { id: string | null }) => {
  const t = useText();
  if (id === null) return null;
  return (
    <Link to="/inbox/$annotationId" params={{ annotationId: id }} className="fine">
      {t('review.note.open')}
    </Link>
  );
};

const Counted = ({ group, count, children }: { group: Group; count: number; children: ReactNode }) => {
  const t = useText();
  if (count === 0) return null;
  return (
    <details className={`comparison-group is-${group}`}>
      <summary>
        <span className="comparison-count">{count}</span> {t(`review.compare.${group}`, { count })}
      </summary>
      <ul className="stack close">{children}</ul>
    </details>
  );
};

interface Props {
  review: Review;
  feedback: FeedbackList | undefined;
}

const Groups = ({
  compared,
  review,
  before,
  after,
}: {
  compared: Compared;
  review: Review;
  before: Finding[];
  after: Finding[];
}) => {
  const t = useText();
  const { score } = useNumbers();
  const find = (list: Finding[], ids: readonly string[]) =>
    ids.flatMap((id) => list.find((one) => one.id === id) ?? []);
  const earlier = (ids: readonly string[]) =>
    find(before, ids).map((finding) => (
      <Said key={finding.id} finding={finding}>
        <NoteLink id={finding.annotation_id} />
      </Said>
    ));
  const here = (ids: readonly string[]) =>
    find(after, ids).map((finding) => (
      <Said key={finding.id} finding={finding}>
        <FindingLink id={finding.id} className="fine">
          {t('review.compare.show')} <span className="visually-hidden">{finding.dimension}</span>
        </FindingLink>
      </Said>
    ));
  const { fixed, still, unnamed, worse } = compared;
  const nameOf = (id: string) => review.personas.find(({ persona_id }) => persona_id === id)?.name ?? '';
  return (
    <div className="comparison-groups">
      <Counted group="fixed" count={fixed.length}>
        {earlier(fixed)}
      </Counted>
      <Counted group="still" count={still.length}>
        {here(still.map(({ id }) => id))}
      </Counted>
      <Counted group="unnamed" count={unnamed.length}>
        {earlier(unnamed)}
      </Counted>
      <Counted group="new" count={compared.new.length}>
        {here(compared.new)}
      </Counted>
      <Counted group="worse" count={worse.length}>
        {worse.map(({ persona_id, dimension, from, to }) => (
          <li key={`${persona_id} ${dimension}`}>
            <bdi>
              <strong>{dimension}</strong> {nameOf(persona_id)}
            </bdi>{' '}
            {t('review.compare.fell', { from: score(from), to: score(to) })}
          </li>
        ))}
      </Counted>
    </div>
  );
};

/** Changes since the review that this one repeats. */
export const Comparison = ({ review, feedback }: Props) => {
  const t = useText();
  const { compared, before } = useComparison(review);
  if (!compared || !before || !feedback || review.previous_id === null) return null;
  const { fixed, still, unnamed, worse } = compared;
  const counts = {
    ...{ fixed: fixed.length, still: still.length, unnamed: unnamed.length },
    ...{ new: compared.new.length, worse: worse.length },
  };
  const isSame = Object.values(counts).every((count) => count === 0);
  return (
    <section className="card stack comparison" aria-labelledby="review-compare">
      <div className="row spread">
        <h2 id="review-compare">{t('review.compare')}</h2>
        <Link to="/reviews/$reviewId" params={{ reviewId: review.previous_id }}>
          {t('review.compare.previous')}
        </Link>
      </div>
      {isSame ? <p>{t('review.compare.none')}</p> : <Bar counts={counts} />}
      <Groups compared={compared} review={review} before={before.items} after={feedback.items} />
      {compared.judge_changed && <p className="fine">{t('review.compare.judge')}</p>}
    </section>
  );
};
