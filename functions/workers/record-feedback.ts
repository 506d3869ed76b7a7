import { recordFeedback } from '../mail/record-feedback.ts';

export const handler = recordFeedback;
