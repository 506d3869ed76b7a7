import { HorizontalBars } from '../../../kit/horizontal-bars.tsx';
import { useNumbers } from '../../../kit/numbers.ts';
import { useText } from '../../../words/messages.ts';
import type { ReportedReview } from './types.ts';
import { type WeighedDimension, weighDimensions } from './weigh-dimensions.ts';

/** More bars than this are collapsed. */
const SHOWN = 12;

const Bars = ({ rows }: { rows: readonly WeighedDimension[] }) => {
  const t = useText();
  const { score, count } = useNumbers();
  return (
    <HorizontalBars
      label={t('review.dimensions')}
      min={1}
      max={5}
      format={score}
      tick={count}
      rows={rows.map(({ name, score: value, low, high, personas }) => {
        const [only = ''] = personas;
        const isShared = personas.length > 1;
        const note = isShared ? t('review.dimensions.personas', { count: personas.length }) : only;
        return { id: name, label: name, value, note, ...(isShared && { mark: [low, high] as const }) };
      })}
    />
  );
};

/** Scores by dimension, lowest first. */
export const Dimensions = ({ review }: { review: ReportedReview }) => {
  const t = useText();
  const rows = weighDimensions(review.personas);
  if (rows.length === 0) return null;
  const more = rows.slice(SHOWN);
  return (
    <section className="card stack" aria-labelledby="review-dimensions">
      <div>
        <h2 id="review-dimensions">{t('review.dimensions')}</h2>
        <p className="fine">{t('review.dimensions.lead')}</p>
      </div>
      <Bars rows={rows.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details>
          <summary>{t('review.dimensions.more', { count: more.length })}</summary>
          <Bars rows={more} />
        </details>
      )}
    </section>
  );
};
