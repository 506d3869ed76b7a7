// Written by `npm run docs` from the contracts; edit those.

/** Method and path of every operation. */
export const operations = {
  /** Tell that the service answers. */
  getHealth: ['GET', '/api/health'],
  /** Short guide for agents. */
  getLlmsTxt: ['GET', '/llms.txt'],
  /** Full guide for agents. */
  getLlmsFullTxt: ['GET', '/llms-full.txt'],
  /** Where the MCP server is and which tools it has. */
  getMcpJson: ['GET', '/mcp.json'],
  /** This description, as OpenAPI 3.1. */
  getOpenapiJson: ['GET', '/openapi.json'],
  /** List the sites of the workspace. */
  listSites: ['GET', '/api/v1/sites'],
  /** Read a site. */
  getSite: ['GET', '/api/v1/sites/{site_id}'],
  /** List the sites of the workspace, for the dashboard. */
  listWidgetSites: ['GET', '/api/widget/sites'],
  /** Register a site. */
  createSite: ['POST', '/api/widget/sites'],
  /** Read a site, for the dashboard. */
  getWidgetSite: ['GET', '/api/widget/sites/{site_id}'],
  /** Change a site. */
  patchSite: ['PATCH', '/api/widget/sites/{site_id}'],
  /** Delete a site and everything that hangs on it. */
  deleteSite: ['DELETE', '/api/widget/sites/{site_id}'],
  /** Tell when and where the widget of a site last reported itself, for the install check. */
  getSiteSeen: ['GET', '/api/widget/sites/{site_id}/seen'],
  /** Show the widget token, MCP token and loader id of a site. */
  getSiteSecrets: ['GET', '/api/widget/sites/{site_id}/secrets'],
  /** Replace the MCP token of a site; the old one stops at once. */
  rotateMcpToken: ['POST', '/api/widget/sites/{site_id}/secrets/rotate-mcp-token'],
  /** Add a stakeholder with a link of their own. */
  createStakeholder: ['POST', '/api/widget/sites/{site_id}/stakeholders'],
  /** List the stakeholders of a site, oldest first. */
  listStakeholders: ['GET', '/api/widget/sites/{site_id}/stakeholders'],
  /** Change a stakeholder. */
  patchStakeholder: ['PATCH', '/api/widget/sites/{site_id}/stakeholders/{token}'],
  /** Revoke a stakeholder and their link. */
  revokeStakeholder: ['DELETE', '/api/widget/sites/{site_id}/stakeholders/{token}'],
  /** List the annotations of a site, newest first. */
  listAnnotations: ['GET', '/api/v1/sites/{site_id}/annotations'],
  /** Read an annotation with its context, replies and resolutions. */
  getAnnotation: ['GET', '/api/v1/annotations/{annotation_id}'],
  /** Change the status, summary, assignee or quarantine of an annotation. */
  patchAnnotation: ['PATCH', '/api/v1/annotations/{annotation_id}'],
  /** Reply on the thread of an annotation. */
  createReply: ['POST', '/api/v1/annotations/{annotation_id}/replies'],
  /** Read an annotation as markdown, for pasting into an agent. */
  annotationMarkdown: ['GET', '/api/v1/annotations/{annotation_id}/markdown'],
  /** List the annotations of a site, for the dashboard. */
  listWidgetAnnotations: ['GET', '/api/widget/sites/{site_id}/annotations'],
  /** Read an annotation, for the dashboard. */
  getWidgetAnnotation: ['GET', '/api/widget/annotations/{annotation_id}'],
  /** Change an annotation, for the dashboard. */
  patchWidgetAnnotation: ['PATCH', '/api/widget/annotations/{annotation_id}'],
  /** Delete an annotation with its thread and images. */
  deleteAnnotation: ['DELETE', '/api/widget/annotations/{annotation_id}'],
  /** Read who changed what of an annotation, newest first; a page may be short, with a cursor. */
  listAnnotationAudit: ['GET', '/api/widget/annotations/{annotation_id}/audit'],
  /** Reply on the thread of an annotation, for the dashboard. */
  createWidgetReply: ['POST', '/api/widget/annotations/{annotation_id}/replies'],
  /** Read an annotation as markdown, for the dashboard. */
  widgetAnnotationMarkdown: ['GET', '/api/widget/annotations/{annotation_id}/markdown'],
  /** Get an address to upload a before or after image to. */
  getResolutionUploadUrl: ['POST', '/api/v1/annotations/{annotation_id}/resolutions/upload-url'],
  /** Attach evidence of a fix; the submitter is told. */
  createResolution: ['POST', '/api/v1/annotations/{annotation_id}/resolutions'],
  /** List the resolutions of an annotation, oldest first; there are at most 100. */
  listResolutions: ['GET', '/api/v1/annotations/{annotation_id}/resolutions'],
  /** Open a kept image by its signed address. */
  getFile: ['GET', '/files/{signed}'],
  /** Read how the widget looks on this site, and who writes. */
  getWidgetSettings: ['GET', '/api/widget/settings'],
  /** Get an address to upload a screenshot or its thumbnail to. */
  createUpload: ['POST', '/api/widget/uploads'],
  /** Leave a note on the site. */
  createAnnotation: ['POST', '/api/widget/annotations'],
  /** List the caller's own notes, newest first. */
  listNotes: ['GET', '/api/widget/notes'],
  /** Reply on one of the caller's own notes. */
  replyToNote: ['POST', '/api/widget/notes/{annotation_id}/replies'],
  /** Tell that the widget runs on a page, for the install check. */
  reportSeen: ['POST', '/api/widget/seen'],
  /** Load the widget of a site: the script that its pages include. */
  getLoader: ['GET', '/w/{loader_secret_id}/widget.js'],
  /** Create a workspace and become its OWNER. */
  createWorkspace: ['POST', '/api/workspaces'],
  /** List the workspaces that the caller belongs to, each with their role in it. */
  listWorkspaces: ['GET', '/api/workspaces'],
  /** Read a workspace. */
  getWorkspace: ['GET', '/api/workspaces/{ws_id}'],
  /** Change the name, slug, language or notification settings of a workspace. */
  patchWorkspace: ['PATCH', '/api/workspaces/{ws_id}'],
  /** Delete a workspace; within 30 days an OWNER can restore it. */
  deleteWorkspace: ['DELETE', '/api/workspaces/{ws_id}'],
  /** Restore a deleted workspace within its 30 days. */
  restoreWorkspace: ['POST', '/api/workspaces/{ws_id}/restore'],
  /** Make a member OWNER in the place of the caller, who becomes MEMBER. */
  transferOwner: ['POST', '/api/workspaces/{ws_id}/transfer-owner'],
  /** List the members of a workspace. */
  listMembers: ['GET', '/api/workspaces/{ws_id}/members'],
  /** Change the role or the granted sites of a member. */
  patchMember: ['PATCH', '/api/workspaces/{ws_id}/members/{user_id}'],
  /** Remove a member, or leave the workspace; choose what happens to the API tokens they created. */
  removeMember: ['DELETE', '/api/workspaces/{ws_id}/members/{user_id}'],
  /** Read who changed what in a workspace, newest first. */
  listAudit: ['GET', '/api/workspaces/{ws_id}/audit'],
  /** Mint an API token; its plaintext is shown once. */
  createApiToken: ['POST', '/api/workspaces/{ws_id}/api-tokens'],
  /** List API tokens, newest first: all for an OWNER, their own for a MEMBER. */
  listApiTokens: ['GET', '/api/workspaces/{ws_id}/api-tokens'],
  /** Revoke an API token at once: any for an OWNER, their own for a MEMBER. */
  revokeApiToken: ['DELETE', '/api/workspaces/{ws_id}/api-tokens/{token_id}'],
  /** Invite an e-mail address to the workspace; the mail goes out by itself. */
  createInvitation: ['POST', '/api/workspaces/{ws_id}/invitations'],
  /** List invitations, newest first; only open ones unless asked. */
  listInvitations: ['GET', '/api/workspaces/{ws_id}/invitations'],
  /** Revoke an open invitation at once. */
  revokeInvitation: ['DELETE', '/api/workspaces/{ws_id}/invitations/{token}'],
  /** Send the mail of an open invitation again, with the same token; 3 an hour. */
  resendInvitation: ['POST', '/api/workspaces/{ws_id}/invitations/{token}/resend'],
  /** Show what an open invitation is for; every other token is the same 404. */
  previewInvitation: ['GET', '/api/invitations/{token}'],
  /** Join the workspace; the verified e-mail of the session must be the invited one. */
  acceptInvitation: ['POST', '/api/invitations/accept'],
  /** Show the page that stops mail to an address. */
  getUnsubscribePage: ['GET', '/api/mail/unsubscribe/{signed}'],
  /** Stop mail to an address, in one click (RFC 8058). */
  unsubscribe: ['POST', '/api/mail/unsubscribe/{signed}'],
  /** List the personas of the workspace: by category, defaults before your own, by name. */
  listMyPersonas: ['GET', '/api/personas/mine'],
  /** List the personas of one category: defaults before your own, by name. */
  listCategoryPersonas: ['GET', '/api/personas/category/{category}'],
  /** Read a persona. */
  getPersona: ['GET', '/api/personas/{persona_id}'],
  /** Create a persona of your own. */
  createPersona: ['POST', '/api/personas'],
  /** Change a persona, a default included. */
  patchPersona: ['PATCH', '/api/personas/{persona_id}'],
  /** Delete a persona; a default comes back with a reset. */
  deletePersona: ['DELETE', '/api/personas/{persona_id}'],
  /** Bring one default or all of them back to the catalogue; your own stay. */
  resetDefaultPersonas: ['POST', '/api/personas/reset-defaults'],
  /** Publish a persona of your own as it is now; again renews what is public. */
  publishPersona: ['POST', '/api/personas/{persona_id}/publish'],
  /** Withdraw a persona from the marketplace; clones of it stay. */
  unpublishPersona: ['POST', '/api/personas/{persona_id}/unpublish'],
  /** Copy a public persona of the marketplace into the workspace. */
  clonePersona: ['POST', '/api/personas/{persona_id}/clone'],
  /** List the published personas, newest first. */
  listMarketplacePersonas: ['GET', '/api/marketplace/personas'],
  /** List reviews, newest first. */
  listReviews: ['GET', '/api/reviews'],
  /** Have content reviewed by a panel of personas; read the review to follow it. */
  createReview: ['POST', '/api/reviews'],
  /** Get an address to upload a file to, for a review. */
  getReviewUploadUrl: ['POST', '/api/reviews/upload-url'],
  /** Read a review: its progress, and what its personas said. */
  getReview: ['GET', '/api/reviews/{review_id}'],
  /** Delete a review with its files, its share link and its showcase entry. */
  deleteReview: ['DELETE', '/api/reviews/{review_id}'],
  /** Read a review as a report in markdown. */
  reviewMarkdown: ['GET', '/api/reviews/{review_id}/markdown'],
  /** Share a review: whoever has the token reads it; again gives the same token. */
  shareReview: ['POST', '/api/reviews/{review_id}/share'],
  /** Read a shared review. */
  getSharedReview: ['GET', '/api/reviews/shared/{token}'],
  /** List what the personas found, with how useful it probably is. */
  listFeedback: ['GET', '/api/reviews/{review_id}/feedback'],
  /** List what the personas of a shared review found. */
  listSharedFeedback: ['GET', '/api/reviews/shared/{token}/feedback'],
  /** Rate a finding of 1 to 5; again replaces your rating. Ratings calibrate the scores of your workspace. */
  rateFeedback: ['POST', '/api/reviews/{review_id}/feedback/{feedback_id}/rate'],
  /** Have an annotation reviewed by a panel of personas; the verdict comes on its thread. */
  runPersonas: ['POST', '/api/v1/annotations/{annotation_id}/run-personas'],
  /** Have an annotation reviewed by a panel of personas, for the dashboard. */
  runWidgetPersonas: ['POST', '/api/widget/annotations/{annotation_id}/run-personas'],
  /** Read what you did in the last 90 days: writes, persona runs and mails by day. */
  getMyUsage: ['GET', '/api/admin/usage/me'],
  /** List what everybody did in the last 90 days, with the ten who did most; admins only. */
  listUsage: ['GET', '/api/admin/usage'],
  /** Submit a complete review, as it is now, to the public showcase; an admin decides. */
  submitShowcase: ['POST', '/api/reviews/{review_id}/showcase'],
  /** Withdraw a review from the showcase at once; its slug stays its own. */
  withdrawShowcase: ['DELETE', '/api/reviews/{review_id}/showcase'],
  /** List what is public in the showcase, newest approved first. */
  listShowcase: ['GET', '/api/showcase'],
  /** Read an approved showcase entry: the review and its feedback as they were submitted. */
  getShowcaseEntry: ['GET', '/api/showcase/{slug}'],
  /** Report a showcase entry; it waits for an admin again. At most 5 in 24 hours from one address. */
  reportShowcaseEntry: ['POST', '/api/showcase/{slug}/report'],
  /** List what waits for a decision, longest waiting first. */
  listPendingShowcase: ['GET', '/api/admin/showcase/pending'],
  /** Read a showcase entry in full, whatever its state, before deciding. */
  getSubmission: ['GET', '/api/admin/showcase/{review_id}'],
  /** Approve a pending showcase entry: it is public at once. */
  approveShowcase: ['POST', '/api/admin/showcase/{review_id}/approve'],
  /** Reject a pending showcase entry; its workspace may submit it again. */
  rejectShowcase: ['POST', '/api/admin/showcase/{review_id}/reject'],
  /** Ask for access; asking again answers the same and changes nothing. */
  createAccessRequest: ['POST', '/api/access-requests'],
  /** List who asked for access, newest first. */
  listAccessRequests: ['GET', '/api/admin/access-requests'],
  /** Register an agent: a workspace with a prepaid wallet, a site and an API token. */
  registerAgent: ['POST', '/api/v1/agents/register'],
  /** Read what the workspace has left for reviews, and where to pay in. */
  getWallet: ['GET', '/api/wallet'],
  /** List charges, refunds and payments, newest first. */
  listLedger: ['GET', '/api/wallet/ledger'],
  /** Take a signed event of the payment service: what was paid is credited once. */
  receiveStripeEvent: ['POST', '/api/wallet/webhooks/stripe'],
  /** Give a workspace cents for reviews. */
  topUpWallet: ['POST', '/api/admin/wallets/{ws_id}/top-up'],
  /** Export the annotations of a site as a PDF; a 303 leads to one over 4 MB. */
  exportPdf: ['GET', '/api/widget/sites/{site_id}/annotations/export.pdf'],
  /** Have one persona look at one public page: once in 24 hours, without an account. */
  runDemo: ['POST', '/api/demo/run'],
  /** List the personas that can be tried without an account. */
  listDemoPersonas: ['GET', '/api/demo/personas'],
  /** Tell which captcha the demo wants, and whether an AI answers it. */
  getDemoConfig: ['GET', '/api/demo/config'],
  /** Export what is held about the caller. */
  requestMyExport: ['POST', '/api/me/export'],
  /** Read the state of the caller's latest export, and where to download it. */
  getMyExport: ['GET', '/api/me/export'],
  /** Delete the caller's account and what is held about them, for good. */
  deleteMe: ['DELETE', '/api/me'],
  /** Export a workspace: every record and file, without secrets. */
  requestWorkspaceExport: ['POST', '/api/workspaces/{ws_id}/export'],
  /** Read the state of the latest export of a workspace, and where to download it. */
  getWorkspaceExport: ['GET', '/api/workspaces/{ws_id}/export'],
  /** Show what is held about the address that a mail was sent to. */
  getDataPage: ['GET', '/api/data/{mailbox}'],
  /** Download what is held about the address that a mail was sent to, as JSON. */
  downloadData: ['POST', '/api/data/{mailbox}/export'],
  /** Erase what is held about the address that a mail was sent to. */
  eraseData: ['POST', '/api/data/{mailbox}/erase'],
} as const;
