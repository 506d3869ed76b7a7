import { area, beyondSpec, GUESTS, MEMBERS, PUBLIC, route } from '../kit/contract/contract.ts';
import { Deleted } from '../kit/contract/schema.ts';
import { UploadUrl } from '../resolutions/upload-url.ts';
import { Comparison } from './comparison-schema.ts';
import { FactList, Feedback, FeedbackList, FeedbackNote, SharedFeedbackList } from './feedback-schema.ts';
import {
  FeedbackNoteCreate,
  FeedbackRate,
  PageRate,
  ReportQuery,
  ReviewCreate,
  ReviewQuery,
  ReviewUploadCreate,
  RunPersonas,
  ShareCreate,
} from './request-schema.ts';
import { Review, ReviewPage, Share, SharedReview } from './schema.ts';
import { WorkspaceCalibration } from './workspace-calibration.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';

const runPersonas = route('POST /api/v1/annotations/{annotation_id}/run-personas', MEMBERS, {
  summary: 'Review an annotation with a panel of personas; the verdict is posted to its thread',
  body: RunPersonas,
  body_optional: true,
  response: Review,
  refuses: [402, 409],
});

export const reviews = area('reviews', {
  listReviews: route('GET /api/reviews', GUESTS, {
    listed_query: true,
    summary: 'List reviews, newest first',
    query: ReviewQuery,
    response: ReviewPage,
  }),
  createReview: route('POST /api/reviews', MEMBERS, {
    open_body: true,
    summary: 'Start a review by a panel of personas; read the review to follow its progress',
    body: ReviewCreate,
    response: Review,
    refuses: [402, 409],
  }),
  getReviewUploadUrl: beyondSpec('POST /api/reviews/upload-url', MEMBERS, {
    summary: 'Get an upload URL for a file to review',
    body: ReviewUploadCreate,
    response: UploadUrl,
  }),
  getReview: route('GET /api/reviews/{review_id}', GUESTS, {
    summary: "Read a review: its progress and its personas' scores",
    response: Review,
  }),
  deleteReview: route('DELETE /api/reviews/{review_id}', MEMBERS, {
    summary: 'Delete a review, its files, share link and showcase entry',
    response: Deleted,
  }),
  reviewMarkdown: beyondSpec('GET /api/reviews/{review_id}/markdown', GUESTS, {
    summary: 'Read a review as a Markdown report',
    query: ReportQuery,
    produces: MARKDOWN,
  }),
  shareReview: route('POST /api/reviews/{review_id}/share', MEMBERS, {
    open_body: true,
    summary: 'Share a review by token; sharing again returns the same token and can change its expiry',
    body: ShareCreate,
    body_optional: true,
    response: Share,
    refuses: [409],
  }),
  unshareReview: beyondSpec('DELETE /api/reviews/{review_id}/share', MEMBERS, {
    summary: 'Stop sharing a review immediately; sharing again returns a new token',
    response: Deleted,
    refuses: [409],
  }),
  getSharedReview: route('GET /api/reviews/shared/{token}', PUBLIC, {
    summary: 'Read a shared review',
    response: SharedReview,
  }),
  listFeedback: route('GET /api/reviews/{review_id}/feedback', GUESTS, {
    summary: "List a review's findings with their predicted usefulness",
    response: FeedbackList,
  }),
  listSharedFeedback: route('GET /api/reviews/shared/{token}/feedback', PUBLIC, {
    summary: "List a shared review's findings",
    response: SharedFeedbackList,
  }),
  listFacts: beyondSpec('GET /api/reviews/{review_id}/facts', GUESTS, {
    summary: 'List the facts that rules measured: passed, failed or not measured, never a score; failed ones first',
    response: FactList,
  }),
  listSharedFacts: beyondSpec('GET /api/reviews/shared/{token}/facts', PUBLIC, {
    summary: 'List the facts of a shared review',
    response: FactList,
  }),
  rateFeedback: route('POST /api/reviews/{review_id}/feedback/{feedback_id}/rate', GUESTS, {
    summary: 'Rate how useful a finding is, 1 to 5, replacing your earlier rating. Ratings calibrate p_useful',
    body: FeedbackRate,
    response: Feedback,
    refuses: [409],
  }),
  ratePage: beyondSpec('PUT /api/reviews/{review_id}/page-rating', GUESTS, {
    summary: 'Rate the page itself, 1 to 5, replacing your earlier rating. Page ratings calibrate the score',
    body: PageRate,
    response: Review,
    refuses: [409],
  }),
  withdrawPageRating: beyondSpec('DELETE /api/reviews/{review_id}/page-rating', GUESTS, {
    summary: 'Withdraw your rating of the page, which then no longer calibrates the score',
    response: Review,
  }),
  createFeedbackNote: beyondSpec('POST /api/reviews/{review_id}/feedback/{feedback_id}/note', MEMBERS, {
    summary: 'Make a note of a finding, once: later calls answer the same note until it is deleted',
    body: FeedbackNoteCreate,
    body_optional: true,
    response: FeedbackNote,
    refuses: [409],
  }),
  repeatReview: beyondSpec('POST /api/reviews/{review_id}/again', MEMBERS, {
    summary: 'Review the same content again with the same panel; a page is fetched again',
    response: Review,
    refuses: [402, 409],
  }),
  compareReview: beyondSpec('GET /api/reviews/{review_id}/compare', GUESTS, {
    summary: 'Compare a repeated review with the previous one',
    response: Comparison,
    refuses: [409],
  }),
  finishReview: beyondSpec('POST /api/reviews/{review_id}/finish', MEMBERS, {
    summary: "Run a partial review's failed personas again without a charge, three times at most",
    response: Review,
    refuses: [409],
  }),
  getCalibration: beyondSpec('GET /api/calibration', GUESTS, {
    summary: "Read how well predictions of usefulness match the workspace's ratings, by model and persona",
    response: WorkspaceCalibration,
  }),
  runPersonas,
  runWidgetPersonas: {
    ...runPersonas,
    path: '/api/widget/annotations/{annotation_id}/run-personas',
    summary: 'Review an annotation with a panel of personas, for the dashboard',
    open_body: true,
    same_as: 'runPersonas',
  },
});
