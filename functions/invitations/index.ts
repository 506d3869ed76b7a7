import { serve } from '../kit/http/serve.ts';
import { invitations } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(invitations, operations, operations.bindInvitations);
