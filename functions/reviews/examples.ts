import type { Examples } from '../kit/contract/examples.ts';
import type { reviews } from './contract.ts';

export const examples = {
  createReview: { title: 'Shop', input_type: 'text', content: 'Our shop sells lamps.' },
  getReviewUploadUrl: { kind: 'pdf', content_type: 'application/pdf' },
  shareReview: { expires_in_days: 30 },
  createFeedbackNote: {},
  rateFeedback: { rating: 4, comment: 'True' },
  ratePage: { rating: 3 },
} satisfies Examples<typeof reviews>;
