import { optionalSetting } from '../kit/config.ts';
import { area } from '../kit/contract/contract.ts';
import { PageQuery, pageOf } from '../kit/contract/schema.ts';
import { forbidden } from '../kit/errors.ts';
import {
  AccessRequest,
  AccessRequestBody,
  AccessRequestResponse,
  AgentRegisterRequest,
  AgentRegisterResponse,
} from './schema.ts';

const privateBeta = () =>
  forbidden(
    'private_beta',
    {},
    {
      reason: 'private_beta',
      message: 'Sidenote is in private beta. Ask for access, and we will write to you.',
    },
  );

export const signup = area('signup', {
  createAccessRequest: {
    method: 'POST',
    path: '/api/access-requests',
    role: null,
    by: [],
    summary: 'Request access; repeating the request has no effect',
    body: AccessRequestBody,
    response: AccessRequestResponse,
    limits: [{ bucket: 'ip', max: 20, per_seconds: 3600 }],
  },
  listAccessRequests: {
    method: 'GET',
    path: '/api/admin/access-requests',
    role: 'admin',
    by: ['session'],
    beyond_spec: true,
    summary: 'List access requests, newest first',
    query: PageQuery,
    response: pageOf(AccessRequest),
  },
  registerAgent: {
    method: 'POST',
    path: '/api/v1/agents/register',
    role: null,
    by: [],
    summary: 'Register an agent: creates a workspace with a prepaid wallet, a site and an API token',
    body: AgentRegisterRequest,
    response: AgentRegisterResponse,
    closed: ({ registration = optionalSetting('AGENT_SIGNUP') === 'open' ? 'on' : 'off' }) =>
      registration === 'off' ? privateBeta() : undefined,
    refuses: [403, 409],
  },
});
