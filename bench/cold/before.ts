/**
 * Multiples of a bare start: of the time to the first answer (`slower` at 0.30 of a processor), of its processor time,
 * and of the first call after a start at full speed. `warm` is a multiple of raw calls.
 */
export interface Figures {
  answer?: number;
  slower?: number;
  cpu?: number;
  call?: number;
  warm?: number;
}

/** At e1fc143b, when the table had the SDK's own client. */
export const before: Readonly<Record<string, Figures>> = {
  hello: { answer: 1.23, slower: 1.1, cpu: 1.06, call: 0 },
  raw: { answer: 3.52, slower: 2.55, cpu: 2.4, call: 1.47, warm: 1 },
  'discovery (getHealth)': { answer: 1.25, cpu: 1.29, call: 0.02 },
  'sites (listSites)': { answer: 6.39, slower: 5.98, cpu: 5.26, call: 2.83, warm: 2.68 },
  'annotations (listAnnotations)': { answer: 6.76, slower: 7.02, cpu: 6.4, call: 3.29, warm: 3.97 },
  'changes (listChanges)': { answer: 6.01, cpu: 5.27, call: 2.91 },
  'resolutions (listResolutions)': { answer: 7.4, cpu: 6.18, call: 3.09 },
  'files (getFile)': { answer: 4.92, cpu: 3.99, call: 1.97 },
  'widget (createAnnotation)': { answer: 8.66, slower: 7.83, cpu: 7.26, call: 3.85 },
  'loader (getLoader)': { answer: 6.01, cpu: 5.18, call: 2.29 },
  'workspaces (listMembers)': { answer: 6.65, cpu: 5.43, call: 2.69 },
  'api-tokens (listApiTokens)': { answer: 5.98, cpu: 5.02, call: 2.73 },
  'webhooks (getWebhookSecrets)': { answer: 6.36, cpu: 5.03, call: 2.44 },
  'notifications (listNotifications)': { answer: 5.93, cpu: 5.07, call: 2.89 },
  'invitations (listInvitations)': { answer: 6.27, cpu: 5.29, call: 2.77 },
  'mail (getUnsubscribePage)': { answer: 4.53, cpu: 3.65, call: 1.64 },
  'threads (getThreadPage)': { answer: 7.58, cpu: 6.65, call: 3.74 },
  'personas (listMyPersonas)': { answer: 6.61, cpu: 5.81, call: 2.88 },
  'reviews (listReviews)': { answer: 7.93, slower: 7.76, cpu: 7.14, call: 3.24 },
  'usage (getMyUsage)': { answer: 6.69, cpu: 5.58, call: 3.03 },
  'showcase (getShowcaseEntry)': { answer: 6.86, cpu: 6.1, call: 3.11 },
  'signup (listAccessRequests)': { answer: 5.93, cpu: 5.26, call: 2.47 },
  'wallet (getWallet)': { answer: 5.63, cpu: 4.78, call: 2.37 },
  'exports (exportPdf)': { answer: 13.65, cpu: 12.6, call: 6.78 },
  'demo (getDemoProgress)': { answer: 9, cpu: 8.33, call: 2.04 },
  'data (getMyExport)': { answer: 5.89, cpu: 5.07, call: 2.46 },
  'oauth (authorize)': { answer: 5.42, cpu: 4.56, call: 1.9 },
  'mcp (mcp list_annotations)': { answer: 12.14, slower: 11.98, cpu: 11.4, call: 5.36 },
};

/** A first call takes 0.4 of what it took, MCP's 0.2, and a warm list a quarter less, with room for a busy machine. */
export const limits: Readonly<Record<string, Figures>> = {
  'sites (listSites)': { call: 1.13, warm: 2.01 },
  'annotations (listAnnotations)': { call: 1.32, warm: 3.3 },
  'widget (createAnnotation)': { call: 1.54 },
  'reviews (listReviews)': { call: 1.3 },
  'mcp (mcp list_annotations)': { call: 1.07 },
};
