import { useNumbers } from '../../../kit/formats.tsx';
import { useText } from '../../../words/messages.ts';

interface Calibrated {
  state: 'uncalibrated' | 'learning' | 'calibrated';
  basis?: 'raw' | 'prior' | 'workspace';
  labels: number;
  skill: { interval: readonly number[] } | null;
}

/** The state of calibration in a sentence, the same on every page. */
export const useCalibrationInWords = () => {
  const t = useText();
  const { percent } = useNumbers();
  return ({ state, basis, labels: count, skill }: Calibrated): string => {
    if (state === 'uncalibrated') return t(basis === 'prior' ? 'calibration.prior' : 'calibration.raw', { count });
    if (state === 'learning') return t('calibration.learning', { count });
    const [low = 0, high = 0] = skill?.interval ?? [];
    return t('calibration.calibrated', { count, low: percent(low), high: percent(high) });
  };
};
