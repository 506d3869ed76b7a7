import { serve } from '../kit/http/serve.ts';
import { signup } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(signup, operations, operations.bindSignup);
