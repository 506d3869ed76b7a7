import { serve } from '../kit/http/serve.ts';
import { oauth } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(oauth, operations, operations.bindOAuth);
