import { serve } from '../kit/http/serve.ts';
import { personas } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(personas, operations, operations.bindPersonas);
