export { refitCalibratorJob as handler } from '../reviews/judge/refit-calibrator.ts';
