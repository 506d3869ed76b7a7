import { endpoints } from '../lib/docs/endpoints.ts';
import type { BudgetClass } from './budget-classes.ts';

/** Every MCP tool, and every row that costs something else than one small read. */
const budgets: Readonly<Record<string, BudgetClass>> = {
  getHealth: 'static',
  getLlmsTxt: 'static',
  getLlmsFullTxt: 'static',
  getLlmsNotesTxt: 'static',
  getMcpJson: 'static',
  getOpenapiJson: 'static',
  getProtectedResource: 'static',
  getProtectedResourceAtRoot: 'static',
  getAuthorizationServer: 'static',

  createSampleSite: 'siteCreate',
  createSite: 'siteCreate',
  patchSite: 'readAndWrite',
  deleteSite: 'siteDelete',
  rotateMcpToken: 'readAndWrite',
  rotateIdentitySecret: 'readAndWrite',
  createStakeholder: 'readAndWrite',
  patchStakeholder: 'readAndWrite',
  revokeStakeholder: 'readAndWrite',

  listAnnotations: 'list',
  listWidgetAnnotations: 'list',
  getAnnotation: 'item',
  getWidgetAnnotation: 'item',
  annotationMarkdown: 'item',
  widgetAnnotationMarkdown: 'item',
  patchAnnotation: 'patch',
  patchWidgetAnnotation: 'patch',
  createReply: 'reply',
  createWidgetReply: 'reply',
  deleteAnnotation: 'patch',
  listAnnotationAudit: 'auditTrail',
  listDuplicates: 'duplicates',
  countAnnotations: 'counts',
  listThumbnails: 'thumbnails',
  listOpened: 'opened',
  markOpened: 'opened',

  getResolutionUploadUrl: 'uploadUrl',
  createResolution: 'resolutionCreate',
  claimAnnotation: 'patch',
  releaseAnnotation: 'patch',
  requestApproval: 'approval',
  decideApproval: 'approval',
  resolveAnnotation: 'resolve',
  verifyAnnotation: 'verify',
  checkAnchors: 'pageCheck',
  listAnchorChecks: 'read',

  getFile: 'publicRead',
  putUpload: 'authorizeOnly',

  createView: 'readAndWrite',
  deleteView: 'readAndWrite',
  listViews: 'views',

  listNotifications: 'notifications',
  markRead: 'readAndWrite',
  getNotificationSettings: 'notificationSettings',
  patchNotificationSettings: 'notificationSettings',

  getWidgetSettings: 'authorizeOnly',
  createUpload: 'authorizeOnly',
  createAnnotation: 'widgetCreate',
  listNotes: 'ownNotes',
  replyToNote: 'patch',
  confirmNote: 'patch',
  getNews: 'read',
  getTeamModePage: 'publicRead',
  createPageAccess: 'pageAccess',
  listPins: 'pins',
  getPin: 'pin',
  replyToPin: 'pinReply',
  setPinStatus: 'pinPatch',
  getThreadPage: 'threadPage',
  replyToThread: 'threadWrite',
  confirmFix: 'threadWrite',

  getLoader: 'publicRead',
  reportSeen: 'publicReport',

  createApiToken: 'tokenCreate',
  revokeApiToken: 'readAndWrite',

  createWebhook: 'write',
  patchWebhook: 'readAndWrite',
  deleteWebhook: 'owingWrite',
  rotateWebhookSecret: 'readAndWrite',
  testWebhook: 'owingWrite',
  sendWebhookAgain: 'owingWrite',
  listWebhookDeliveries: 'consistentPage',

  createWorkspace: 'workspaceCreate',
  listWorkspaces: 'ownWorkspaces',
  patchWorkspace: 'readAndWrite',
  deleteWorkspace: 'ownerChange',
  restoreWorkspace: 'ownerChange',
  transferOwner: 'ownerChange',
  patchMember: 'memberLoss',
  removeMember: 'memberLoss',
  listAudit: 'list',

  createInvitation: 'invitationCreate',
  revokeInvitation: 'readAndWrite',
  resendInvitation: 'ownerChange',
  previewInvitation: 'publicRead',
  acceptInvitation: 'joining',

  patchMe: 'rename',
  endSession: 'readAndWrite',
  signOut: 'readAndWrite',
  endOtherSessions: 'endOthers',

  requestMyExport: 'write',
  deleteMe: 'accountDelete',
  requestWorkspaceExport: 'write',
  getDataPage: 'publicRead',
  downloadData: 'mailbox',
  eraseData: 'owedErasure',

  getUnsubscribePage: 'publicRead',
  unsubscribe: 'publicWrite',

  listMyPersonas: 'personas',
  listCategoryPersonas: 'personas',
  createPersona: 'write',
  patchPersona: 'personaWrite',
  deletePersona: 'readAndWrite',
  resetDefaultPersonas: 'personaWrite',
  publishPersona: 'market',
  unpublishPersona: 'market',
  clonePersona: 'market',
  listMarketplacePersonas: 'marketList',

  listReviews: 'list',
  createReview: 'reviewCreate',
  getReviewUploadUrl: 'authorizeOnly',
  getReview: 'review',
  deleteReview: 'ownerChange',
  reviewMarkdown: 'review',
  shareReview: 'readAndWrite',
  unshareReview: 'readAndWrite',
  getSharedReview: 'sharedReview',
  listFeedback: 'review',
  listSharedFeedback: 'sharedReview',
  listFacts: 'review',
  listSharedFacts: 'sharedReview',
  rateFeedback: 'rating',
  ratePage: 'pageRating',
  withdrawPageRating: 'pageRating',
  createFeedbackNote: 'feedbackNote',
  repeatReview: 'repeatedReview',
  compareReview: 'comparison',
  finishReview: 'finishing',
  getCalibration: 'calibration',
  runPersonas: 'reviewOfNote',
  runWidgetPersonas: 'reviewOfNote',

  runDemo: 'demo',
  getDemoProgress: 'publicRead',
  listDemoPersonas: 'static',
  getDemoConfig: 'static',

  getMyUsage: 'ownUsage',
  listUsage: 'allUsage',
  getModelUsage: 'read',

  submitShowcase: 'showcaseSubmit',
  withdrawShowcase: 'showcaseWithdraw',
  listShowcase: 'showcaseList',
  getShowcaseEntry: 'showcaseRead',
  reportShowcaseEntry: 'showcaseReport',
  listPendingShowcase: 'showcaseQueue',
  getSubmission: 'showcaseLook',
  approveShowcase: 'showcaseDecide',
  rejectShowcase: 'showcaseDecide',

  createAccessRequest: 'accessRequest',
  listAccessRequests: 'accessRequests',
  registerAgent: 'registration',

  authorize: 'publicOnly',
  registerClient: 'publicOnly',
  issueToken: 'tokens',
  revokeToken: 'tokens',
  readOAuthRequest: 'authorizeOnly',
  createConnection: 'connectionCreate',
  listConnections: 'connections',
  revokeConnection: 'readAndWrite',

  receiveStripeEvent: 'payment',
  topUpWallet: 'write',

  exportPdf: 'export',

  'mcp list_annotations': 'list',
  'mcp read_annotation': 'item',
  'mcp acknowledge': 'patch',
  'mcp reply': 'reply',
  'mcp resolve': 'patch',
  'mcp patch_annotation': 'patch',
  'mcp get_resolution_upload_url': 'uploadUrl',
  'mcp attach_resolution': 'resolutionCreate',
  'mcp list_resolutions': 'read',
  'mcp run_personas': 'reviewOfNote',
};

const READS = new Set(endpoints.filter(({ row }) => row.method === 'GET' && row.by.length > 0).map(({ id }) => id));

/** The class of a row or tool; a GET with a credential is a small read unless it is listed. The bench fails without one. */
export const budgetOf = (id: string): BudgetClass | undefined => budgets[id] ?? (READS.has(id) ? 'read' : undefined);

/**
 * Time from requesting a review by five personas to its end on the local stage, minus the model's own time, as a
 * multiple of a list's p50 there.
 */
export const reviewTimesList = 20;

/** Dollars per million: the target, the limit that the bench enforces, and why they differ (docs/cost.md). */
export const costTargets: Readonly<Record<string, { target: number; limit: number; why: string }>> = {
  'listAnnotations (status=pending)': {
    target: 6,
    limit: 6.2,
    why: 'the Lambda@Edge on every answer is $0.61 of it',
  },
  patchAnnotation: {
    target: 8.8,
    limit: 12,
    why: 'an audited change of status is 12 write units, 6 of them the transaction and 2 the row that owes its mail; the Lambda@Edge adds $0.61',
  },
  createAnnotation: {
    target: 6.2,
    limit: 9.8,
    why: 'two windows, a row, three index entries and a context are 9 write units; the Lambda@Edge adds $0.61',
  },
};
