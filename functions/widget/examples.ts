import type { Examples } from '../kit/contract/examples.ts';
import type { widget } from './contract.ts';

const url = 'https://shop.example.com/';

export const examples = {
  createUpload: { kind: 'screenshot', content_type: 'image/png', size: 1000 },
  createAnnotation: { body: 'The button submits twice', context: { page: { url }, anchor: { kind: 'page' } } },
  createPageAccess: ({ widget_token }) => ({ token: widget_token, origin: 'https://shop.example.com' }),
  replyToPin: { body: 'On it', internal: true },
  setPinStatus: { status: 'blocked' },
  replyToNote: { body: 'Thanks' },
  confirmNote: { fixed: true },
} satisfies Examples<typeof widget>;
