import { CONCLUSION_NOTES, isConclusionNote } from '../../../../../functions/codes/conclusion-notes.ts';
import { inWords } from '../../../../../functions/codes/sentence.ts';
import { PANEL_ID } from '../../../../../functions/reviews/the-panel.ts';
import { Said } from '../../../kit/said.tsx';
import { t } from '../../../words/messages.ts';
import { useReport } from './context.ts';
import { Evidence } from './evidence.tsx';
import { useFindingAction } from './finding-action.ts';
import { FindingLink } from './finding-link.tsx';
import { Fix } from './fix.tsx';
import { Effort, Severity } from './severity.tsx';
import type { ReportedFinding, ReportedReview } from './types.ts';

type Conclusion = NonNullable<ReportedReview['conclusion']>;

/** A sentence with links to the findings it rests on. */
export const Statement = ({ statement: { text, feedback_ids } }: { statement: Conclusion['verdict'][number] }) => {
  const { numberOf } = useReport();
  const byNumber = new Map<number, string>();
  for (const id of feedback_ids) {
    const number = numberOf(id);
    if (number !== undefined && !byNumber.has(number)) byNumber.set(number, id);
  }
  return (
    <>
      <bdi>{text}</bdi>
      {[...byNumber]
        .sort(([one], [other]) => one - other)
        .map(([number, id]) => (
          <FindingLink key={id} id={id} className="pointer" aria-label={t('review.pointer', { number })}>
            {number}
          </FindingLink>
        ))}
    </>
  );
};

/** Who says it, and in how many answers. */
export const SaidBy = ({ finding: { persona_ids, seen_in, rule } }: { finding: ReportedFinding }) => {
  const { nameOf } = useReport();
  const names = persona_ids
    .filter((id) => !(rule && id === PANEL_ID))
    .map(nameOf)
    .filter(Boolean)
    .join(', ');
  const seen = seen_in && seen_in.of > 1 ? t('review.seen', { ...seen_in }) : '';
  if (!names && !seen) return null;
  return (
    <p className="fine" dir="auto">
      {[names, seen].filter(Boolean).join(' · ')}
    </p>
  );
};

/** Of a fact: a page that explains it. */
export const Why = ({ finding: { link } }: { finding: ReportedFinding }) => {
  if (!link) return null;
  return (
    <p className="fine">
      {t('review.fact')} ·{' '}
      <a href={link} target="_blank" rel="noreferrer">
        {t('review.fact.why')}
      </a>
    </p>
  );
};

/** How the order came about. */
const Ordered = ({ conclusion: { by, notes }, isOfFacts }: Pick<FixFirstProps, 'conclusion' | 'isOfFacts'>) => (
  <p className="fine">
    {t(`review.order.${isOfFacts ? 'facts' : by}`)}{' '}
    {notes.map((note) =>
      isConclusionNote(note.code) ? (
        <Said key={note.code} text={inWords(CONCLUSION_NOTES[note.code], note.values)} codes={[note]} />
      ) : null,
    )}
  </p>
);

interface FixFirstProps {
  conclusion: Conclusion;
  toFix: readonly ReportedFinding[];
  /** Whether the reader can rate. */
  isRated: boolean;
  isOfFacts: boolean;
}

export const FixFirst = ({ conclusion, toFix, isRated, isOfFacts }: FixFirstProps) => {
  const { numberOf } = useReport();
  const action = useFindingAction();
  if (toFix.length === 0) return <p className="callout">{t('review.fix.nothing')}</p>;
  return (
    <section className="card stack" aria-labelledby="review-fix">
      <div>
        <h2 id="review-fix">{t('review.fix')}</h2>
        <Ordered conclusion={conclusion} isOfFacts={isOfFacts} />
      </div>
      <ol className="fix-list">
        {toFix.map((finding) => (
          <li
            key={finding.id}
            id={`fix-${finding.id}`}
            className="stack tight fix-place"
            data-about={finding.id}
            tabIndex={-1}
          >
            <p className="row tight">
              <span className="finding-number">{numberOf(finding.id)}</span>
              <strong dir="auto">{finding.dimension}</strong>
              <Severity finding={finding} />
              <Effort finding={finding} />
            </p>
            <Evidence finding={finding} most={1} />
            <p className="words" dir="auto">
              {finding.comment}
            </p>
            {finding.fix && <Fix fix={finding.fix} isOfRule={Boolean(finding.rule)} />}
            <Why finding={finding} />
            <div className="row tight">
              <SaidBy finding={finding} />
              {action(finding)}
              {isRated && !finding.rule && (
                <FindingLink id={finding.id} className="fine to-rating">
                  {t('review.fix.rate')} <span className="visually-hidden">{finding.dimension}</span>
                </FindingLink>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
};

export const Works = ({ works }: { works: readonly ReportedFinding[] }) => {
  if (works.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="review-good">
      <h2 id="review-good">{t('review.good')}</h2>
      <ul className="works-list">
        {works.map((finding) => (
          <li key={finding.id} className="stack tight work">
            <Evidence finding={finding} most={1} />
            <p className="words" dir="auto">
              {finding.comment}
            </p>
            <SaidBy finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  );
};

export const Disagreements = ({ disagreements }: Pick<Conclusion, 'disagreements'>) => {
  if (disagreements.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="review-disagreements">
      <h2 id="review-disagreements">{t('review.disagreements')}</h2>
      {disagreements.map((statement) => (
        <p key={statement.text}>
          <Statement statement={statement} />
        </p>
      ))}
    </section>
  );
};
