import { area, beyondSpec, PUBLIC, route } from '../kit/contract/contract.ts';
import { forbidden } from '../kit/errors.ts';
import { DemoConfig, DemoPersonas, DemoProgress, DemoRequest, DemoResponse } from './schema.ts';

const demoClosed = () => forbidden('demo_closed', {}, { reason: 'demo_closed' });

/** The same for everyone and read from memory, so it isn't counted. */
const STATIC = { ...PUBLIC, limits: [] } as const;

export const demo = area('demo', {
  runDemo: route('POST /api/demo/run', PUBLIC, {
    summary: 'Review a public page with one persona: once every 24 hours, no account needed',
    body: DemoRequest,
    response: DemoResponse,
    closed: ({ demo }) => (demo === 'off' ? demoClosed() : undefined),
    refuses: [403],
  }),
  getDemoProgress: beyondSpec('GET /api/demo/progress', PUBLIC, {
    summary: "Follow the demo that runs for the caller's IP address",
    response: DemoProgress,
  }),
  listDemoPersonas: route('GET /api/demo/personas', STATIC, {
    cached_seconds: 60,
    summary: 'List the personas available without an account',
    response: DemoPersonas,
  }),
  getDemoConfig: route('GET /api/demo/config', STATIC, {
    // Browsers and functions each keep it for half of the minute in which a switch takes effect.
    cached_seconds: 30,
    summary: "Read the demo's configuration: its captcha, and whether an AI model is connected",
    response: DemoConfig,
  }),
});
