import './versions.css';
import { Equal, TrendingDown, TrendingUp } from 'lucide-react';
import type { OutputOf } from '../../../../client/index.ts';
import { formatCount, formatPercent } from '../../../kit/formats.tsx';
import { Said } from '../../../kit/said.tsx';
import { t } from '../../../words/messages.ts';

export type Versions = NonNullable<OutputOf<'compareReview'>['versions']>;
type Persona = Versions['personas'][number];
type Dimension = Persona['dimensions'][number];

const MAX_STEPS = 3;

/** To the right of the middle if the new version is better, to the left if it is worse. */
const Bar = ({ better, by, noise }: Dimension) => (
  <svg className="versions-bar" aria-hidden="true">
    {by > 0 && (
      <rect
        className={`is-${better}${noise.length > 0 ? ' is-noise' : ''}`}
        x={better === 'new' ? '50%' : `${50 - (50 * by) / MAX_STEPS}%`}
        width={`${(50 * by) / MAX_STEPS}%`}
        height="100%"
      />
    )}
    <line x1="50%" x2="50%" y1="0" y2="100%" />
  </svg>
);

const Quote = ({ version, quote }: { version: 'new' | 'previous'; quote: string | null }) => (
  <div className="stack tight">
    <span className="fine">{t(`review.versions.quote.${version}`)}</span>
    {quote ? (
      <blockquote className="words" dir="auto">
        {quote}
      </blockquote>
    ) : (
      <span className="fine">{t('review.versions.quote.none')}</span>
    )}
  </div>
);

const Compared = ({ dimension }: { dimension: Dimension }) => {
  const { better, by, noise, why, quotes } = dimension;
  const words = t(`review.versions.by.${better}`, { by });
  return (
    <li>
      <details className="versions-dimension">
        <summary>
          <bdi>{dimension.dimension}</bdi>
          <Bar {...dimension} />
          <span className="fine">
            {words}
            {noise.length > 0 && ` · ${t('review.versions.noise')}`}
          </span>
        </summary>
        <div className="stack close versions-why">
          {why && <p dir="auto">{why}</p>}
          <div className="versions-quotes">
            <Quote version="previous" quote={quotes.previous} />
            <Quote version="new" quote={quotes.new} />
          </div>
          {noise.map((one) => (
            <p key={one} className="fine">
              {t(`review.versions.noise.${one}`)}
            </p>
          ))}
        </div>
      </details>
    </li>
  );
};

const OfPersona = ({ persona, name }: { persona: Persona; name: string }) => {
  const { error, prefers, dimensions } = persona;
  return (
    <li className="stack tight">
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <span className="fine">
          {error ? (
            <Said text={t('review.versions.lost')} codes={[error]} />
          ) : (
            t(`review.versions.prefers.${prefers ?? 'same'}`)
          )}
        </span>
      </p>
      {dimensions.length > 0 && (
        <ul>
          {dimensions.map((one) => (
            <Compared key={one.dimension} dimension={one} />
          ))}
        </ul>
      )}
    </li>
  );
};

const ICONS = { better: TrendingUp, worse: TrendingDown, unclear: Equal };

/** The blind judgment: which version personas prefer, by dimension. */
export const VersionsCompared = ({
  versions,
  nameOf,
}: {
  versions: Versions;
  nameOf: (persona_id: string) => string;
}) => {
  const { state, outcome, chance, follows_order, cut, personas, prefer_new, prefer_previous, prefer_neither } =
    versions;
  if (outcome === null || chance === null)
    return (
      <p className="callout">{t(state === 'unchanged' ? 'review.versions.unchanged' : 'review.versions.failed')}</p>
    );
  const Icon = ICONS[outcome];
  const part = cut?.new ?? cut?.previous;
  return (
    <section className="stack close versions" aria-labelledby="review-versions">
      <h3 id="review-versions" className={`versions-outcome is-${outcome}`}>
        <Icon aria-hidden="true" /> {t(`review.versions.${outcome}`)}
      </h3>
      <p>
        {t('review.versions.count', {
          ...{ total: prefer_new + prefer_previous + prefer_neither, new: prefer_new },
          ...{ previous: prefer_previous, same: prefer_neither },
        })}{' '}
        {follows_order && t('review.versions.order')}
        {!follows_order && chance < 1 && t('review.versions.chance', { percent: formatPercent(chance) })}
      </p>
      {part && (
        <p className="fine">{t('review.versions.cut', { kept: formatCount(part.kept), of: formatCount(part.of) })}</p>
      )}
      <ul className="versions-personas">
        {personas.map((one) => (
          <OfPersona key={one.persona_id} persona={one} name={nameOf(one.persona_id)} />
        ))}
      </ul>
    </section>
  );
};
