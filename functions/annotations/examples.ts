import type { Examples } from '../kit/contract/examples.ts';
import type { annotations } from './contract.ts';

const patch = { summary: 'The button submits twice' };
const reply = { body: 'On it' };

export const examples = {
  patchAnnotation: patch,
  patchWidgetAnnotation: patch,
  createReply: reply,
  createWidgetReply: reply,
  claimAnnotation: { agent: 'claude' },
  requestApproval: { intent: 'Disable the button while the form is being sent' },
  decideApproval: { decision: 'approve' },
  markOpened: { all: true },
  checkAnchors: { page_url: 'https://shop.example.com/checkout' },
} satisfies Examples<typeof annotations>;
