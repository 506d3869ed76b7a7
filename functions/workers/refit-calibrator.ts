export { refitCalibratorJob as handler } from '../reviews/run/refit-calibrator.ts';
