import { serve } from '../kit/http/serve.ts';
import { usage } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(usage, operations, operations.bindUsage);
