import { ADMINS, area, beyondSpec, MEMBERS, PUBLIC, route } from '../kit/contract/contract.ts';
import { Deleted, PageQuery } from '../kit/contract/schema.ts';
import {
  AdminEntry,
  AdminItem,
  Decision,
  PendingPage,
  ReportCreate,
  Reported,
  ShowcaseEntry,
  ShowcasePage,
  Submission,
} from './schema.ts';

export const showcase = area('showcase', {
  submitShowcase: route('POST /api/reviews/{review_id}/showcase', MEMBERS, {
    summary: 'Submit a complete review to the public showcase; an admin has to approve it',
    response: Submission,
    refuses: [409],
  }),
  withdrawShowcase: route('DELETE /api/reviews/{review_id}/showcase', MEMBERS, {
    summary: 'Withdraw a review from the showcase immediately; it keeps its slug',
    response: Deleted,
  }),
  listShowcase: beyondSpec('GET /api/showcase', PUBLIC, {
    summary: 'List public showcase entries, most recently approved first',
    query: PageQuery,
    cached_seconds: 60,
    response: ShowcasePage,
  }),
  getShowcaseEntry: route('GET /api/showcase/{slug}', PUBLIC, {
    summary: 'Read an approved showcase entry: the review and its findings as submitted',
    response: ShowcaseEntry,
  }),
  reportShowcaseEntry: route('POST /api/showcase/{slug}/report', PUBLIC, {
    summary: 'Report a showcase entry and hide it until an admin decides; at most 5 a day per address',
    body: ReportCreate,
    response: Reported,
  }),
  listPendingShowcase: route('GET /api/admin/showcase/pending', ADMINS, {
    summary: 'List showcase entries awaiting a decision, longest waiting first',
    query: PageQuery,
    response: PendingPage,
  }),
  getSubmission: beyondSpec('GET /api/admin/showcase/{review_id}', ADMINS, {
    summary: 'Read a showcase entry in any state',
    response: AdminEntry,
    refuses: [404],
  }),
  approveShowcase: route('POST /api/admin/showcase/{review_id}/approve', ADMINS, {
    summary: 'Approve a pending showcase entry and publish it immediately',
    body: Decision,
    body_optional: true,
    response: AdminItem,
    refuses: [404, 409],
  }),
  rejectShowcase: route('POST /api/admin/showcase/{review_id}/reject', ADMINS, {
    summary: 'Reject a pending showcase entry; its workspace can submit it again',
    body: Decision,
    body_optional: true,
    response: AdminItem,
    refuses: [404, 409],
  }),
});
