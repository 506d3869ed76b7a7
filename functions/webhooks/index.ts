import { serve } from '../kit/http/serve.ts';
import { webhooks } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(webhooks, operations, operations.bindWebhooks);
