import type { ReactNode } from 'react';
import { Link } from '../../kit/router/link.tsx';
import { EmptyState } from '../../kit/states.tsx';
import type { Dimension, Persona, PersonaCalibration } from '../../session/personas.ts';
import { t } from '../../words/messages.ts';
import { CalibrationLine } from './calibration.tsx';
import { toShares } from './dimension-weights.ts';
import { SharesBar } from './shares-bar.tsx';

export const sharesOf = (dimensions: readonly Dimension[]): { key: string; name: string; share: number }[] => {
  const shares = toShares(dimensions.map(({ weight }) => weight));
  return dimensions.map(({ name }, index) => ({ key: String(index), name, share: shares[index] ?? 0 }));
};

interface Props {
  persona: {
    title: string;
    evaluation_dimensions: readonly Dimension[];
    calibration: PersonaCalibration;
  };
  heading: ReactNode;
  badges: ReactNode;
}

export const PersonaCard = ({ persona, heading, badges }: Props) => {
  const dimensions = sharesOf(persona.evaluation_dimensions);
  return (
    <li className="tile persona-card">
      <div className="row tight persona-card-head">
        <h3>{heading}</h3>
        {badges}
      </div>
      <p className="soft" dir="auto">
        {persona.title}
      </p>
      <div className="stack tight persona-card-looks">
        <SharesBar dimensions={dimensions} />
        <p className="fine">{dimensions.map(({ name }) => name).join(' · ')}</p>
      </div>
      {persona.calibration.labels > 0 && <CalibrationLine calibration={persona.calibration} />}
    </li>
  );
};

export const Badges = ({ persona }: { persona: Persona }) => {
  const { is_default, is_customised, cloned_from, published_at } = persona;
  return (
    <>
      {is_customised && <span className="tag warn">{t('personas.badge.changed')}</span>}
      {!is_default && !cloned_from && <span className="tag accent">{t('personas.badge.own')}</span>}
      {cloned_from && <span className="tag accent">{t('personas.badge.cloned')}</span>}
      {published_at && <span className="tag good">{t('personas.badge.published')}</span>}
    </>
  );
};

export const NoneFound = ({ all }: { all: '/personas' | '/personas/marketplace' }) => {
  const clear = (
    <Link to={all} className="button">
      {t('personas.clear')}
    </Link>
  );
  return (
    <EmptyState title={t('personas.none')} action={clear}>
      {t('personas.none.lead')}
    </EmptyState>
  );
};
