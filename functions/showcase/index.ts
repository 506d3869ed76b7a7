import { serve } from '../kit/http/serve.ts';
import { showcase } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(showcase, operations, operations.bindShowcase);
