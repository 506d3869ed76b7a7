import { area } from '../kit/contract/contract.ts';
import { forbidden } from '../kit/errors.ts';
import { DemoConfig, DemoPersonas, DemoRequest, DemoResponse } from './schema.ts';

const demoClosed = () => forbidden('demo_closed', {}, { reason: 'demo_closed' });

/** The same for everyone and read from memory, so it isn't counted. */
const STATIC = { method: 'GET', role: null, by: [], limits: [], cached_seconds: 60 } as const;

export const demo = area('demo', {
  runDemo: {
    method: 'POST',
    path: '/api/demo/run',
    role: null,
    by: [],
    summary: 'Review a public page with one persona: once every 24 hours, no account needed',
    body: DemoRequest,
    response: DemoResponse,
    closed: ({ demo }) => (demo === 'off' ? demoClosed() : undefined),
    refuses: [403],
  },
  listDemoPersonas: {
    ...STATIC,
    path: '/api/demo/personas',
    summary: 'List the personas available without an account',
    response: DemoPersonas,
  },
  getDemoConfig: {
    ...STATIC,
    // Browsers and functions each keep it for half of the minute in which an operator's switch takes effect.
    cached_seconds: 30,
    path: '/api/demo/config',
    summary: "Read the demo's configuration: its captcha, and whether an AI model is connected",
    response: DemoConfig,
  },
});
