import { optionalSetting } from '../kit/config.ts';
import { ADMINS, area, beyondSpec, PUBLIC, route } from '../kit/contract/contract.ts';
import { PageQuery, pageOf } from '../kit/contract/schema.ts';
import { forbidden } from '../kit/errors.ts';
import {
  AccessRequest,
  AccessRequestBody,
  AccessRequestResponse,
  AgentRegisterRequest,
  AgentRegisterResponse,
} from './schema.ts';

const PRIVATE_BETA = {
  reason: 'private_beta',
  message: 'Sidenote is in private beta. Ask for access, and we will write to you.',
};

export const signup = area('signup', {
  createAccessRequest: route('POST /api/access-requests', PUBLIC, {
    summary: 'Request access; repeating the request has no effect',
    body: AccessRequestBody,
    response: AccessRequestResponse,
    limits: [{ bucket: 'ip', max: 20, per_seconds: 3600 }],
  }),
  listAccessRequests: beyondSpec('GET /api/admin/access-requests', ADMINS, {
    summary: 'List access requests, newest first',
    query: PageQuery,
    response: pageOf(AccessRequest),
  }),
  registerAgent: route('POST /api/v1/agents/register', PUBLIC, {
    summary: 'Register an agent: creates a workspace with a prepaid wallet, a site and an API token',
    body: AgentRegisterRequest,
    response: AgentRegisterResponse,
    closed: ({ registration = optionalSetting('AGENT_SIGNUP') === 'open' ? 'on' : 'off' }) =>
      registration === 'off' ? forbidden('private_beta', {}, PRIVATE_BETA) : undefined,
    refuses: [403, 409],
  }),
});
