/** What fields of the service's requests take at most, by operation: characters, items, or the number itself. A test compares it with the contracts. */
export const MOST = {
  createSite: { name: 120 },
  createStakeholder: { name: 120 },
  patchWidgetAnnotation: { summary: 2000 },
  createWidgetReply: { body: 10_000 },
  createResolution: { explanation: 4096 },
  createWorkspace: { name: 120, slug: 60 },
  createApiToken: { name: 80 },
  createPersona: {
    name: 120,
    title: 200,
    category: 120,
    description: 2000,
    evaluation_dimensions: 12,
    custom_instructions: 2000,
  },
  /** Of one of its dimensions. */
  'createPersona.evaluation_dimensions': { name: 120, description: 2000, evidence: 500 },
  'createPersona.evaluation_dimensions.anchors': { '1': 500, '3': 500, '5': 500 },
  createReview: { title: 200, content: 200_000, url: 2048 },
  rateFeedback: { comment: 2000 },
  reportShowcaseEntry: { reason: 500 },
  rejectShowcase: { note: 500 },
  createAccessRequest: { email: 320, intent: 500 },
  topUpWallet: { cents: 1_000_000, note: 500 },
  runDemo: { url: 2048 },
} as const;
