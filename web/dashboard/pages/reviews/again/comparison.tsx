import './comparison.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '../../../../client/index.ts';
import { formatScore } from '../../../kit/formats.tsx';
import { Link } from '../../../kit/router/link.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import type { FeedbackList, Review } from '../data.ts';
import { isRunning } from '../data.ts';
import { FindingLink } from '../report/finding-link.tsx';
import { VersionsCompared } from './versions.tsx';

type Compared = OutputOf<'compareReview'>;
type Finding = FeedbackList['items'][number];
type Group = 'fixed' | 'still' | 'unnamed' | 'new' | 'better' | 'worse';

const useComparison = ({ id, previous_id, status }: Review) => {
  const { workspace, service } = useWorkspace();
  const { data: compared } = useQuery({
    queryKey: [workspace.id, 'review', id, 'compare', status],
    queryFn: ({ signal }) => service.compareReview({ review_id: id }, { signal }),
    enabled: previous_id !== null && !isRunning({ status }),
    // The previous review may be deleted or running again, or one of both read nothing: there is nothing to compare then.
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
  if (id === null) return null;
  return (
    <Link to="/inbox/$annotationId" params={{ annotationId: id }} className="fine">
      {t('common.open_note')}
    </Link>
  );
};

interface CountedProps {
  group: Group;
  /** If they differ from the group's. */
  words?: 'gone' | 'unknown';
  count: number;
  children: ReactNode;
}

const Counted = ({ group, words, count, children }: CountedProps) => {
  if (count === 0) return null;
  return (
    <details className={`comparison-group is-${group}`}>
      <summary>
        <span className="comparison-count">{count}</span> {t(`review.compare.${words ?? group}`, { count })}
      </summary>
      <ul className="stack close">{children}</ul>
    </details>
  );
};

const nameIn = ({ personas }: Review, id: string): string =>
  personas.find(({ persona_id }) => persona_id === id)?.name ?? '';

interface Props {
  review: Review;
  feedback: FeedbackList | undefined;
}

const find = (list: Finding[], ids: readonly string[]) => ids.flatMap((id) => list.find((one) => one.id === id) ?? []);

const Earlier = ({ findings }: { findings: readonly Finding[] }) =>
  findings.map((finding) => (
    <Said key={finding.id} finding={finding}>
      <NoteLink id={finding.annotation_id} />
    </Said>
  ));

const Here = ({ findings }: { findings: readonly Finding[] }) =>
  findings.map((finding) => (
    <Said key={finding.id} finding={finding}>
      <FindingLink id={finding.id} className="fine">
        {t('review.compare.show')} <span className="visually-hidden">{finding.dimension}</span>
      </FindingLink>
    </Said>
  ));

const hasAny = (counts: Readonly<Record<string, number>>) => Object.values(counts).some((count) => count > 0);

/** The facts of both reviews. */
const FactsCompared = ({ facts, before, after }: { facts: Compared['facts']; before: Finding[]; after: Finding[] }) => {
  const { gone, still, unknown } = facts;
  if (![gone, still, facts.new, unknown.previous, unknown.current].some((ids) => ids.length > 0)) return null;
  return (
    <section className="stack close" aria-labelledby="review-compare-facts">
      <h3 id="review-compare-facts">{t('review.compare.facts')}</h3>
      <div className="comparison-groups">
        <Counted group="fixed" words="gone" count={gone.length}>
          <Earlier findings={find(before, gone)} />
        </Counted>
        <Counted group="new" count={facts.new.length}>
          <Here findings={find(after, facts.new)} />
        </Counted>
        <Counted group="still" count={still.length}>
          <Here
            findings={find(
              after,
              still.map(({ id }) => id),
            )}
          />
        </Counted>
        <Counted group="unnamed" words="unknown" count={unknown.previous.length + unknown.current.length}>
          <Earlier findings={find(before, unknown.previous)} />
          <Here findings={find(after, unknown.current)} />
        </Counted>
      </div>
    </section>
  );
};

/** The same without facts: the findings of personas. */
const withoutFacts = (compared: Compared): Compared => {
  const { gone, still, unknown } = compared.facts;
  const facts = new Set([
    ...[...gone, ...compared.facts.new, ...unknown.previous, ...unknown.current],
    ...still.map(({ id }) => id),
  ]);
  const left = (ids: readonly string[]) => ids.filter((id) => !facts.has(id));
  return {
    ...compared,
    ...{ fixed: left(compared.fixed), unnamed: left(compared.unnamed), new: left(compared.new) },
    still: compared.still.filter(({ id }) => !facts.has(id)),
  };
};

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
  const earlier = (ids: readonly string[]) => <Earlier findings={find(before, ids)} />;
  const here = (ids: readonly string[]) => <Here findings={find(after, ids)} />;
  const { fixed, still, unnamed } = compared;
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
      {(['better', 'worse'] as const).map((group) => (
        <Counted key={group} group={group} count={compared[group].length}>
          {compared[group].map(({ persona_id, dimension, from, to, noise }) => (
            <li key={`${persona_id} ${dimension}`}>
              <bdi>
                <strong>{dimension}</strong> {nameIn(review, persona_id)}
              </bdi>{' '}
              {t('review.compare.fell', { from: formatScore(from), to: formatScore(to) })}
              {noise && <span className="fine"> · {t('review.versions.noise')}</span>}
            </li>
          ))}
        </Counted>
      ))}
    </div>
  );
};

/** Changes since the review that this one repeats. */
export const Comparison = ({ review, feedback }: Props) => {
  const { compared, before } = useComparison(review);
  if (!compared || !before || !feedback || review.previous_id === null) return null;
  const { versions, facts, noise } = compared;
  const said = withoutFacts(compared);
  const countsOf = (of: Compared) => ({
    ...{ fixed: of.fixed.length, still: of.still.length, unnamed: of.unnamed.length },
    ...{ new: of.new.length, better: of.better.length, worse: of.worse.length },
  });
  const counts = countsOf(compared);
  const isSame = !hasAny(counts) && facts.unknown.current.length === 0;
  return (
    <section className="card stack comparison" aria-labelledby="review-compare">
      <div className="row spread">
        <h2 id="review-compare">{t('review.compare')}</h2>
        <Link to="/reviews/$reviewId" params={{ reviewId: review.previous_id }}>
          {t('review.compare.previous')}
        </Link>
      </div>
      {compared.reading_changed && <p className="callout">{t('review.compare.reading')}</p>}
      {versions && <VersionsCompared versions={versions} nameOf={(id) => nameIn(review, id)} />}
      {isSame ? <p>{t('review.compare.none')}</p> : <Bar counts={counts} />}
      <FactsCompared facts={facts} before={before.items} after={feedback.items} />
      {hasAny(countsOf(said)) && (
        <section className="stack close" aria-labelledby="review-compare-said">
          <h3 id="review-compare-said">{t('review.compare.said')}</h3>
          <Groups compared={said} review={review} before={before.items} after={feedback.items} />
          {noise !== null && <p className="fine">{t('review.compare.noise', { points: formatScore(noise) })}</p>}
        </section>
      )}
      {compared.judge_changed && <p className="fine">{t('review.compare.judge')}</p>}
    </section>
  );
};
