import type { ReactNode } from 'react';
import { CalibrationLine } from './calibration.tsx';
import type { Dimension, PersonaCalibration } from './data.ts';
import { toShares } from './dimension-weights.ts';
import { SharesBar } from './shares-bar.tsx';

/** A persona's dimensions with their shares. */
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
  /** Its name, as a link or button that covers the card. */
  heading: ReactNode;
  badges: ReactNode;
}

export const PersonaCard = ({ persona, heading, badges }: Props) => {
  const dimensions = sharesOf(persona.evaluation_dimensions);
  return (
    <li className="persona-card">
      <div className="persona-card-head">
        <h3>{heading}</h3>
        {badges}
      </div>
      <p className="soft" dir="auto">
        {persona.title}
      </p>
      <div className="persona-card-looks">
        <SharesBar dimensions={dimensions} />
        <p className="fine">{dimensions.map(({ name }) => name).join(' · ')}</p>
      </div>
      <CalibrationLine calibration={persona.calibration} />
    </li>
  );
};
