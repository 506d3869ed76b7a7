import './dimensions.css';
import type { Dimension } from '../../session/personas.ts';
import { t } from '../../words/messages.ts';
import { ANCHORS } from './draft.ts';
import { sharesOf } from './persona-card.tsx';
import { formatShare, SharesBar } from './shares-bar.tsx';

interface Props {
  persona: { description: string; evaluation_dimensions: readonly Dimension[] };
  instructions?: string | null;
}

const Measure = ({
  dimension: { name, description, anchors, evidence, needs },
  share,
}: {
  dimension: Dimension;
  share: number;
}) => (
  <li className="stack close dimension hued">
    <div className="row tight dimension-head">
      <span className="swatch" aria-hidden="true" />
      <strong>{name}</strong>
      <span className="dimension-share">{formatShare(share)}</span>
    </div>
    <p className="soft" dir="auto">
      {description}
    </p>
    {needs && <p className="fine">{t(`personas.dimension.needs.${needs}.only`)}</p>}
    {(anchors || evidence) && (
      <details className="dimension-details">
        <summary>{t('personas.dimension.details')}</summary>
        <dl className="stack close anchor-list">
          {anchors &&
            ANCHORS.map((at) => (
              <div key={at}>
                <dt>{t('personas.dimension.anchor', { score: at })}</dt>
                <dd dir="auto">{anchors[at]}</dd>
              </div>
            ))}
          {evidence && (
            <div>
              <dt>{t('personas.dimension.evidence')}</dt>
              <dd dir="auto">{evidence}</dd>
            </div>
          )}
        </dl>
      </details>
    )}
  </li>
);

export const PersonaSheet = ({ persona: { description, evaluation_dimensions }, instructions }: Props) => {
  const shares = sharesOf(evaluation_dimensions);
  return (
    <div className="stack persona-sheet">
      <p dir="auto">{description}</p>
      {instructions && (
        <div>
          <h3>{t('personas.instructions')}</h3>
          <p dir="auto">{instructions}</p>
        </div>
      )}
      <SharesBar dimensions={shares} />
      <ol className="stack close">
        {evaluation_dimensions.map((dimension, index) => (
          <Measure key={dimension.name} dimension={dimension} share={shares[index]?.share ?? 0} />
        ))}
      </ol>
    </div>
  );
};
