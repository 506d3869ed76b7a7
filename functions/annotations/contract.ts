import { Changes, ChangesQuery } from '../changes/schema.ts';
import { area, beyondSpec, GUEST_SESSIONS, GUESTS, MEMBER_SESSIONS, MEMBERS, route } from '../kit/contract/contract.ts';
import { Deleted, PageQuery, pageOf } from '../kit/contract/schema.ts';
import { Duplicates } from './duplicates/schema.ts';
import { Opened, OpenedMark } from './opened-schema.ts';
import {
  AnchorCheck,
  AnchorCheckCreate,
  AnchorCheckQuery,
  Annotation,
  AnnotationAuditEntry,
  AnnotationCounts,
  AnnotationDetailQuery,
  AnnotationList,
  AnnotationPatch,
  AnnotationQuery,
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalRequest,
  Claim,
  ClaimCreate,
  ClaimQuery,
  Reply,
  ReplyCreate,
  Thumbnails,
  ThumbnailsQuery,
  Verification,
} from './schema.ts';

const listAnnotations = route('GET /api/v1/sites/{site_id}/annotations', GUESTS, {
  listed_query: true,
  summary: "List a site's annotations, newest first",
  query: AnnotationQuery,
  response: AnnotationList,
});

const getAnnotation = route('GET /api/v1/annotations/{annotation_id}', GUESTS, {
  summary: 'Read an annotation with its context, replies and resolutions',
  query: AnnotationDetailQuery,
  response: Annotation,
});

const patchAnnotation = route('PATCH /api/v1/annotations/{annotation_id}', GUESTS, {
  summary: "Change an annotation's status, summary, assignee, plan or quarantine",
  body: AnnotationPatch,
  response: Annotation,
  refuses: [409],
});

const createReply = route('POST /api/v1/annotations/{annotation_id}/replies', GUESTS, {
  summary: 'Reply to an annotation',
  body: ReplyCreate,
  response: Reply,
  refuses: [409],
});

const annotationMarkdown = route('GET /api/v1/annotations/{annotation_id}/markdown', GUESTS, {
  summary: 'Read an annotation as Markdown, to paste into an agent',
  produces: 'text/markdown; charset=utf-8',
});

export const annotations = area('annotations', {
  listAnnotations,
  getAnnotation,
  patchAnnotation,
  createReply,
  annotationMarkdown,
  listWidgetAnnotations: {
    ...listAnnotations,
    path: '/api/widget/sites/{site_id}/annotations',
    summary: "List a site's annotations, for the dashboard",
    same_as: 'listAnnotations',
  },
  getWidgetAnnotation: {
    ...getAnnotation,
    path: '/api/widget/annotations/{annotation_id}',
    summary: 'Read an annotation, for the dashboard',
    same_as: 'getAnnotation',
  },
  patchWidgetAnnotation: {
    ...patchAnnotation,
    path: '/api/widget/annotations/{annotation_id}',
    summary: 'Change an annotation, for the dashboard',
    same_as: 'patchAnnotation',
  },
  countAnnotations: beyondSpec('GET /api/widget/sites/{site_id}/annotations/counts', GUESTS, {
    summary: "Count a site's annotations by status, to 100 of each",
    response: AnnotationCounts,
  }),
  listThumbnails: beyondSpec('GET /api/widget/sites/{site_id}/annotations/thumbnails', GUESTS, {
    summary: "Get URLs of annotations' small pictures, for the rows of a list",
    query: ThumbnailsQuery,
    response: Thumbnails,
  }),
  listOpened: beyondSpec('GET /api/widget/sites/{site_id}/opened', GUEST_SESSIONS, {
    summary: "List up to where the caller has read a site's annotations",
    response: Opened,
  }),
  markOpened: beyondSpec('POST /api/widget/sites/{site_id}/opened', GUEST_SESSIONS, {
    summary: 'Mark annotations as read by the caller, up to the changes that they saw',
    body: OpenedMark,
    response: Opened,
  }),
  listWidgetChanges: beyondSpec('GET /api/widget/changes', GUESTS, {
    summary: 'List what happened to notes, in the order of commits, for the dashboard',
    query: ChangesQuery,
    response: Changes,
    refuses: [410],
  }),
  deleteAnnotation: route('DELETE /api/widget/annotations/{annotation_id}', MEMBERS, {
    summary: 'Delete an annotation, its thread and images',
    response: Deleted,
  }),
  listDuplicates: beyondSpec('GET /api/widget/annotations/{annotation_id}/duplicates', GUESTS, {
    summary: 'List the notes that report the same as this one, and those that may',
    response: Duplicates,
  }),
  claimAnnotation: beyondSpec('POST /api/v1/annotations/{annotation_id}/claim', GUESTS, {
    summary: 'Claim an annotation for 30 minutes, or renew your claim; other agents then get a 409',
    body: ClaimCreate,
    body_optional: true,
    response: Claim,
    refuses: [409],
  }),
  releaseAnnotation: beyondSpec('DELETE /api/v1/annotations/{annotation_id}/claim', GUESTS, {
    summary: 'Release your claim of an annotation; people can release any',
    query: ClaimQuery,
    response: Claim,
    refuses: [409],
  }),
  requestApproval: beyondSpec('POST /api/v1/annotations/{annotation_id}/approval', GUESTS, {
    summary: 'Ask the owners for approval of a change that no one authorized',
    body: ApprovalRequest,
    response: ApprovalAnswer,
    refuses: [409],
  }),
  decideApproval: beyondSpec('POST /api/widget/annotations/{annotation_id}/approval', MEMBER_SESSIONS, {
    summary: 'Allow agents to make changes for an annotation without asking, decline, or withdraw it',
    body: ApprovalDecision,
    response: ApprovalAnswer,
    refuses: [409],
  }),
  verifyAnnotation: beyondSpec('POST /api/v1/annotations/{annotation_id}/verify', MEMBERS, {
    summary: "Look at a note's element again with the service's browser, at most once an hour",
    response: Verification,
    refuses: [409],
  }),
  checkAnchors: beyondSpec('POST /api/v1/sites/{site_id}/anchor-checks', MEMBERS, {
    summary: "Look for the elements of a page's pending notes with the service's browser, at most once an hour",
    body: AnchorCheckCreate,
    response: AnchorCheck,
    refuses: [409],
  }),
  listAnchorChecks: beyondSpec('GET /api/v1/sites/{site_id}/anchor-checks', GUESTS, {
    summary: "List a site's latest check of each page, or that of one page",
    query: AnchorCheckQuery,
    response: pageOf(AnchorCheck),
  }),
  listAnnotationAudit: beyondSpec('GET /api/widget/annotations/{annotation_id}/audit', MEMBERS, {
    summary: "List an annotation's changes, newest first; a page can be short and still have a cursor",
    query: PageQuery,
    response: pageOf(AnnotationAuditEntry),
  }),
  createWidgetReply: {
    ...createReply,
    path: '/api/widget/annotations/{annotation_id}/replies',
    summary: 'Reply to an annotation, for the dashboard',
    same_as: 'createReply',
  },
  widgetAnnotationMarkdown: {
    ...annotationMarkdown,
    path: '/api/widget/annotations/{annotation_id}/markdown',
    summary: 'Read an annotation as Markdown, for the dashboard',
    same_as: 'annotationMarkdown',
  },
});
