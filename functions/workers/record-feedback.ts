export { recordFeedback as handler } from '../mail/record-feedback.ts';
