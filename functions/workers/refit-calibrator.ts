import { refitCalibratorJob } from '../reviews/judge/refit-calibrator.ts';

export const handler = refitCalibratorJob;
