import { area } from '../kit/contract.ts';
import { DemoConfig, DemoPersonas, DemoRequest, DemoResponse } from './schema.ts';

/** The same for everybody and read from no table, so it is not counted either. */
const STATIC = { method: 'GET', role: null, by: [], limits: [], cached_seconds: 60 } as const;

export const demo = area('demo', {
  runDemo: {
    method: 'POST',
    path: '/api/demo/run',
    role: null,
    by: [],
    summary: 'Have one persona look at one public page: once in 24 hours, without an account',
    body: DemoRequest,
    response: DemoResponse,
    refuses: [403],
  },
  listDemoPersonas: {
    ...STATIC,
    path: '/api/demo/personas',
    summary: 'List the personas that can be tried without an account',
    response: DemoPersonas,
  },
  getDemoConfig: {
    ...STATIC,
    path: '/api/demo/config',
    summary: 'Tell which captcha the demo wants, and whether an AI answers it',
    response: DemoConfig,
  },
});
