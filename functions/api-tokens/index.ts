import { serve } from '../kit/http/serve.ts';
import { apiTokens } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(apiTokens, operations, operations.bindApiTokens);
