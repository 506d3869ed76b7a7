import { bandOf } from '../../../../../functions/reviews/report/in-words.ts';
import { bareIn } from '../../../../../functions/reviews/report/what-to-fix.ts';
import { formatCount, formatScore } from '../../../kit/formats.tsx';
import { HorizontalBars } from '../../../kit/horizontal-bars.tsx';
import { t } from '../../../words/messages.ts';
import type { ReportedFeedback, ReportedReview } from './types.ts';
import { type WeighedDimension, weighDimensions } from './weigh-dimensions.ts';

/** An interval of ratings this wide is almost meaningless. */
const WIDE = 2.5;
/** More bars than this are collapsed. */
const SHOWN_BARS = 12;

const Bars = ({ rows }: { rows: readonly WeighedDimension[] }) => (
  <HorizontalBars
    label={t('review.dimensions')}
    min={1}
    max={5}
    format={formatScore}
    tick={formatCount}
    rows={rows.map(({ name, score: value, low, high, personas }) => {
      const [only = ''] = personas;
      const isShared = personas.length > 1;
      const note = isShared ? t('review.dimensions.personas', { count: personas.length }) : only;
      return { id: name, label: name, value, note, ...(isShared && { mark: [low, high] as const }) };
    })}
  />
);

/** Each reason once, with its dimensions. */
const NotJudged = ({ personas }: Pick<ReportedReview, 'personas'>) => {
  const left = personas.flatMap(({ dimensions }) =>
    // A model's own reason is shown as it is.
    dimensions.flatMap(({ name, not_judged, lacks }) =>
      not_judged === null
        ? []
        : [{ name, reason: lacks ? t(`review.not_judged.lacks.${lacks}`) : not_judged.replace(/\.$/, '') }],
    ),
  );
  return [...Map.groupBy(left, ({ reason }) => reason)].map(([why, all]) => (
    <p key={why} className="soft">
      <strong>
        <bdi>{why ? t('review.not_judged.why', { reason: why }) : t('review.not_judged')}</bdi>
      </strong>{' '}
      (<bdi>{[...new Set(all.map(({ name }) => name))].join(', ')}</bdi>)
    </p>
  ));
};

const meaningOf = (review: ReportedReview, findings: ReportedFeedback['items']): string[] => {
  if (!review.score) return [];
  const { interval, raw, ratings } = review.score;
  const [low = 1, high = 5] = interval ?? [];
  const bare = bareIn(findings);
  const band = t('review.score.personas', { raw: formatScore(raw), band: t(`review.band.${bandOf(raw)}`) });
  const known = interval
    ? [
        t('review.score.range', { low: formatScore(low), high: formatScore(high), count: ratings }),
        band,
        ...(high - low > WIDE ? [t('review.score.wide')] : []),
      ]
    : [band, t('review.score.raw')];
  return [
    ...known,
    ...(bare ? [t('review.score.bare', bare)] : []),
    ...(review.status === 'partial' ? [t('review.score.partial')] : []),
  ];
};

interface Props {
  review: ReportedReview;
  findings: ReportedFeedback['items'];
}

/** Scores with their meaning and calibration, and the dimensions that have none. */
export const Scores = ({ review, findings }: Props) => {
  const meaning = meaningOf(review, findings);
  const rows = weighDimensions(review.personas);
  const more = rows.slice(SHOWN_BARS);
  const isNotJudged = review.personas.some(({ dimensions }) =>
    dimensions.some(({ not_judged }) => not_judged !== null),
  );
  if (rows.length === 0 && !isNotJudged) return null;
  return (
    <section className="card stack" aria-labelledby="review-dimensions">
      <h2 id="review-dimensions">{t('review.dimensions')}</h2>
      {meaning.length > 0 && <p className="soft scores-meaning">{meaning.join(' ')}</p>}
      {rows.length > 0 && (
        <>
          <p className="fine">{t('review.dimensions.lead')}</p>
          <Bars rows={rows.slice(0, SHOWN_BARS)} />
        </>
      )}
      {more.length > 0 && (
        <details>
          <summary>{t('review.dimensions.more', { count: more.length })}</summary>
          <Bars rows={more} />
        </details>
      )}
      <NotJudged personas={review.personas} />
    </section>
  );
};
