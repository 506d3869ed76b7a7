import { calibrationState } from '../../../../../functions/reviews/report/calibration-note.ts';
import { currentLocale } from '../../../words/messages.ts';

/** The state of calibration in a sentence, the same on every page and in the API. */
export const calibrationInWords = (calibrated: Parameters<typeof calibrationState>[0]): string =>
  calibrationState(calibrated, currentLocale());
