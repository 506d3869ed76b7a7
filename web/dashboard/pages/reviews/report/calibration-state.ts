import { calibrationState } from '../../../../../functions/reviews/report/calibration-note.ts';
import { useLocale } from '../../../words/messages.ts';

/** The state of calibration in a sentence, the same on every page and in the API. */
export const useCalibrationInWords = () => {
  const locale = useLocale();
  return (calibrated: Parameters<typeof calibrationState>[0]): string => calibrationState(calibrated, locale);
};
