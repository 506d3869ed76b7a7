import { serve } from '../kit/http/serve.ts';
import { bindSignup } from './context.ts';
import { signup } from './contract.ts';
import { createAccessRequest } from './create-access-request.ts';
import { listAccessRequests } from './list-access-requests.ts';
import { registerAgent } from './register-agent.ts';

export const handler = serve(signup, { createAccessRequest, listAccessRequests, registerAgent }, bindSignup);
