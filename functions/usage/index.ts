import { serve } from '../kit/http/serve.ts';
import { bindUsage } from './context.ts';
import { usage } from './contract.ts';
import { getMyUsage } from './get-my-usage.ts';
import { listUsage } from './list-usage.ts';

export const handler = serve(usage, { getMyUsage, listUsage }, bindUsage);
